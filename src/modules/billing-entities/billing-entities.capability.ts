import { capability } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { InvoiceCustomSectionsServices } from '../invoice-custom-sections/invoice-custom-sections.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { TaxesServices } from '../taxes/taxes.capability.js';
import { BILLING_ENTITY_ACTIVITIES } from './billing-entity.activities.js';
import type { BillingEntityChange } from './billing-entity.changes.js';
import { BillingEntityResolver } from './billing-entity.resolver.js';
import { BillingEntityService } from './billing-entity.service.js';
import {
  DefaultBillingEntityResolver,
  OrganizationSettingsResolver,
} from './organization-settings.resolver.js';
import { OrganizationSettingsService } from './organization-settings.service.js';
import type { WebhookUrls } from './webhook-urls.js';

type Lower = PlatformServices<BillingEntityChange, 'billing_entity'> &
  OrganizationsServices &
  InvoiceCustomSectionsServices &
  TaxesServices & { readonly webhookUrls: WebhookUrls };

/** The legal persons that issue invoices, and the organization as a view of the default one. */
export const billingEntitiesCapability = capability({
  services: (lower: Lower) => {
    const billingEntities = new BillingEntityService(lower);
    return {
      billingEntities,
      organizationSettings: new OrganizationSettingsService({ ...lower, billingEntities }),
    };
  },
  resolvers: ({
    billingEntities,
    organizationSettings,
    organizations,
    customSectionRelations,
    taxes,
    publicAddresses,
  }) => [
    new BillingEntityResolver(billingEntities, customSectionRelations, taxes, publicAddresses),
    new DefaultBillingEntityResolver(organizations),
    new OrganizationSettingsResolver(organizationSettings, taxes),
  ],
  activities: BILLING_ENTITY_ACTIVITIES,
});
