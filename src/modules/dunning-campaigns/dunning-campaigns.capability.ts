import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { DunningCampaignsNeeds } from './dunning-campaigns.needs.js';
import {
  BillingEntityDunningResolver,
  CustomerDunningResolver,
  DunningCampaignResolver,
} from './dunning-campaign.resolver.js';
import { DunningCampaignService } from './dunning-campaign.service.js';

/** Dunning campaigns, and to whom they apply. `lifecycle/dunning` makes their attempts. */
export const dunningCampaignsCapability = capability({
  services: (lower: DunningCampaignsNeeds) => ({ dunningCampaigns: new DunningCampaignService(lower) }),
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
