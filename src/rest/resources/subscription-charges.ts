import { resource } from '../resource.js';
import { subscriptions } from './subscriptions.js';

export const subscriptionCharges = resource({
  name: 'SubscriptionCharge',
  parent: subscriptions,
  path: '/charges/:charge_code',
  wrapper: 'charge',
  fragment: 'RestCharge',
  inQuery: { status: 'subscriptionStatus' },
  // The model says which member the properties belong to.
  found: { members: ['chargeModel'], arguments: { orIncomplete: true } },
  list: true,
  get: true,
  update: { mutation: 'overrideSubscriptionCharge' },
});
