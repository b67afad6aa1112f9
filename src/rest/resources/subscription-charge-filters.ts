import { resource } from '../resource.js';
import { subscriptionCharges } from './subscription-charges.js';

export const subscriptionChargeFilters = resource({
  name: 'SubscriptionChargeFilter',
  parent: subscriptionCharges,
  path: '/filters/:filter_id',
  wrapper: 'filter',
  fragment: 'RestChargeFilter',
  inQuery: { status: 'subscriptionStatus' },
  found: { members: ['chargeModel'], arguments: { orIncomplete: true } },
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
});
