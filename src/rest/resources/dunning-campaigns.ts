import { resource } from '../resource.js';

/** No path serves it: it is only sent, in messages. */
export const dunningCampaigns = resource({
  name: 'DunningCampaign',
  path: '/dunning_campaigns/:svc_id',
  represents: 'dunning_campaign',
});
