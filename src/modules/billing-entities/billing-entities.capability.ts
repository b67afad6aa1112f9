import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { BillingEntityResolver } from './api/billing-entity.resolver.js';
import { CustomSectionBillingEntitiesResolver } from './api/custom-section-billing-entities.resolver.js';
import { TaxBillingEntitiesResolver } from './api/tax-billing-entities.resolver.js';
import { BankAccounts } from './bank-accounts/bank-accounts.service.js';
import type { BillingEntitiesNeeds } from './billing-entities.needs.js';
import { BILLING_ENTITY_ACTIVITIES } from './billing-entity.activities.js';
import { BillingEntityEditor } from './editing/billing-entity-editor.service.js';
import {
  DefaultBillingEntityResolver,
  OrganizationSettingsResolver,
} from './organization-settings/organization-settings.resolver.js';
import { OrganizationSettingsService } from './organization-settings/organization-settings.service.js';
import { BillingEntityService } from './records/billing-entity.service.js';
import { NumberSeriesService } from './records/number-series.service.js';
import { BillingEntityTaxes } from './taxes/billing-entity-taxes.service.js';

/** The legal persons that issue invoices, and the organization as a view of the default one. */
export const billingEntitiesCapability = capability({
  services: (lower: BillingEntitiesNeeds) => {
    const bankAccounts = new BankAccounts();
    const billingEntities = new BillingEntityService();
    const billingEntityTaxes = new BillingEntityTaxes({ ...lower, billingEntities });
    const own = { bankAccounts, billingEntities, billingEntityTaxes };
    const billingEntityEditor = new BillingEntityEditor({ ...lower, ...own });
    return {
      ...own,
      billingEntityEditor,
      numberSeries: new NumberSeriesService(),
      organizationSettings: new OrganizationSettingsService({
        ...lower,
        billingEntities,
        billingEntityEditor,
      }),
    };
  },
  resolvers: (services) => [
    new BillingEntityResolver(services),
    new TaxBillingEntitiesResolver(services.billingEntityTaxes),
    new CustomSectionBillingEntitiesResolver(services.billingEntities),
    new DefaultBillingEntityResolver(services.billingEntities),
    new OrganizationSettingsResolver(services.organizationSettings, services.billingEntityTaxes),
  ],
  activities: BILLING_ENTITY_ACTIVITIES,
});

export type BillingEntitiesServices = ServicesOf<typeof billingEntitiesCapability>;
