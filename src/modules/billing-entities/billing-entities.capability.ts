import { capability } from '../../platform/capability.js';
import { BankAccounts } from './bank-accounts/bank-accounts.service.js';
import type { BillingEntitiesNeeds } from './billing-entities.needs.js';
import { BILLING_ENTITY_ACTIVITIES } from './billing-entity.activities.js';
import { BillingEntityResolver } from './billing-entity.resolver.js';
import { BillingEntityService } from './billing-entity.service.js';
import {
  DefaultBillingEntityResolver,
  OrganizationSettingsResolver,
} from './organization-settings.resolver.js';
import { OrganizationSettingsService } from './organization-settings.service.js';

/** The legal persons that issue invoices, and the organization as a view of the default one. */
export const billingEntitiesCapability = capability({
  services: (lower: BillingEntitiesNeeds) => {
    const bankAccounts = new BankAccounts();
    const billingEntities = new BillingEntityService({ ...lower, bankAccounts });
    return {
      bankAccounts,
      billingEntities,
      organizationSettings: new OrganizationSettingsService({ ...lower, billingEntities }),
    };
  },
  resolvers: (services) => [
    new BillingEntityResolver(services),
    new DefaultBillingEntityResolver(services.organizations),
    new OrganizationSettingsResolver(services.organizationSettings, services.taxes),
  ],
  activities: BILLING_ENTITY_ACTIVITIES,
});
