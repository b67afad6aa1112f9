import { resource } from '../resource.js';
import { subscriptions } from './subscriptions.js';

const path = '/subscriptions/:external_id/alerts';
const lookup = 'RestFindSubscriptionOfAlerts';

export const subscriptionAlerts = resource({
  name: 'SubscriptionAlert',
  parent: subscriptions,
  path: '/alerts/:code',
  field: 'alert',
  wrapper: 'alert',
  fragment: 'RestAlert',
  inQuery: { status: 'subscriptionStatus' },
  list: true,
  get: true,
  update: true,
  delete: true,
  written: [
    {
      method: 'POST',
      path,
      operation: 'RestCreateSubscriptionAlert',
      lookup,
      wrapper: 'alert',
      many: { member: 'alerts', operation: 'RestCreateSubscriptionAlerts' },
    },
    { method: 'DELETE', path, operation: 'RestDeleteAllSubscriptionAlerts', lookup, hasNoResponse: true },
  ],
});
