import { resource } from '../resource.js';
import { customers } from './customers.js';

export const subscriptions = resource({
  name: 'Subscription',
  path: '/subscriptions/:external_id',
  inQuery: { status: 'status' },
  list: true,
  listedBelow: [customers],
  get: { fragment: 'RestSubscriptionExtended' },
  create: { fragment: 'RestSubscriptionExtended', siblings: ['authorization'] },
  update: { lookup: 'RestFindSubscriptionToUpdate', siblings: ['status'] },
  delete: {
    mutation: 'terminateSubscription',
    lookup: 'RestFindSubscriptionToTerminate',
    inQuery: ['on_termination_invoice', 'on_termination_credit_note'],
  },
  represents: 'subscription',
  representedBy: 'RestSubscriptionRepresented',
});
