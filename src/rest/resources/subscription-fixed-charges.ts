import { resource } from '../resource.js';
import { subscriptions } from './subscriptions.js';

export const subscriptionFixedCharges = resource({
  name: 'SubscriptionFixedCharge',
  parent: subscriptions,
  path: '/fixed_charges/:fixed_charge_code',
  wrapper: 'fixed_charge',
  fragment: 'RestFixedCharge',
  inQuery: { status: 'subscriptionStatus' },
  found: { arguments: { orIncomplete: true } },
  list: true,
  get: true,
  update: { mutation: 'overrideSubscriptionFixedCharge' },
});
