import { resource } from '../resource.js';
import { subscriptions } from './subscriptions.js';

export const subscriptionCharges = resource({
  name: 'SubscriptionCharge',
  parent: subscriptions,
  path: '/charges/:charge_code',
  wrapper: 'charge',
  fragment: 'RestCharge',
  inQuery: { status: 'subscriptionStatus' },
  // The input has one member of properties per charge model; the model chooses it.
  found: { members: ['chargeModel'], arguments: { orIncomplete: true } },
  list: true,
  get: true,
  update: { mutation: 'overrideSubscriptionCharge' },
});
