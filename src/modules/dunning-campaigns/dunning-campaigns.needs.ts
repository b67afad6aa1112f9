import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DunningTermsChange } from './dunning-campaign.changes.js';

/** What the services of `dunning-campaigns` can need: the platform, and the services of lower capabilities. */
export type DunningCampaignsNeeds = PlatformServices<DunningTermsChange> &
  BillingEntitiesServices &
  CustomersServices;
