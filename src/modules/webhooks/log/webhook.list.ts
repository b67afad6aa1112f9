import type { Ordering } from '../../../platform/paging/fetch-page.js';
import type { ListOrders } from '../../../platform/paging/list-orders.js';
import { type Webhook, webhooks } from './webhook.table.js';

/** Source: webhooks.md §6. */
const CHANGED_LAST_FIRST: Ordering<Webhook> = [
  {
    column: webhooks.updatedAt,
    direction: 'desc',
    type: 'timestamptz',
    value: (row) => row.updatedAt.toISOString(),
  },
  { column: webhooks.id, direction: 'desc', type: 'uuid', value: (row) => row.id },
];

export const webhookOrders: ListOrders<Webhook> = {
  standard: CHANGED_LAST_FIRST,
  fields: { updated_at: CHANGED_LAST_FIRST },
};
