import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type DunningCampaign, dunningCampaigns } from './dunning-campaign.table.js';

export const dunningCampaignOrders: ListOrders<DunningCampaign> = {
  standard: newestFirst(dunningCampaigns),
  fields: { created_at: ascending(dunningCampaigns, 'createdAt') },
};
