import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import type { Ordering } from '../../../platform/paging/fetch-page.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Subscription, subscriptions } from './subscription.table.js';

/** Source: rest-conventions.md §7. */
const LATEST_FIRST: Ordering<Subscription> = [
  {
    column: subscriptions.subscriptionAt,
    direction: 'desc',
    type: 'timestamptz',
    value: (row) => row.subscriptionAt.toISOString(),
  },
  ...newestFirst(subscriptions),
];

export const subscriptionOrders: ListOrders<Subscription> = {
  standard: LATEST_FIRST,
  fields: { subscription_at: ascending(subscriptions, 'subscriptionAt') },
};
