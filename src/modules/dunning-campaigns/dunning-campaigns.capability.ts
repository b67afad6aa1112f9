import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { DunningTermsChange } from './dunning-campaign.changes.js';
import {
  BillingEntityDunningResolver,
  CustomerDunningResolver,
  DunningCampaignResolver,
} from './dunning-campaign.resolver.js';
import { DunningCampaignService } from './dunning-campaign.service.js';

type Lower = PlatformServices<DunningTermsChange> & OrganizationsServices & CustomersServices;

/** Dunning campaigns, and to whom they apply. `lifecycle/dunning` makes their attempts. */
export const dunningCampaignsCapability = capability({
  services: (lower: Lower) => ({ dunningCampaigns: new DunningCampaignService(lower) }),
  resolvers: ({ dunningCampaigns }) => [
    new DunningCampaignResolver(dunningCampaigns),
    new BillingEntityDunningResolver(dunningCampaigns),
    new CustomerDunningResolver(dunningCampaigns),
  ],
  removal:
    ({ dunningCampaigns }) =>
    (tx, actor, { customerIds }) =>
      dunningCampaigns.deleteForGood(tx, actor, customerIds),
});

export type DunningCampaignsServices = ServicesOf<typeof dunningCampaignsCapability>;
