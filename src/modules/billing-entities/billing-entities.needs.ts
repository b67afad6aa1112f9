import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { InvoiceCustomSectionsServices } from '../invoice-custom-sections/invoice-custom-sections.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { TaxesServices } from '../taxes/taxes.capability.js';
import type { BillingEntityChange } from './billing-entity.changes.js';
import type { WebhookUrls } from './organization-settings/webhook-urls.js';

/** What the services of `billing-entities` can need: the platform, and the services of lower capabilities. */
export type BillingEntitiesNeeds = PlatformServices<BillingEntityChange, 'billing_entity'> &
  OrganizationsServices &
  InvoiceCustomSectionsServices &
  TaxesServices & { readonly webhookUrls: WebhookUrls };
