import type { ListOrders } from '../../../platform/paging/list-orders.js';
import type { Ordering } from '../../../platform/paging/fetch-page.js';
import type { AttributedEvent } from './attributed-event.js';
import { events } from './event.table.js';

const LATEST_FIRST: Ordering<AttributedEvent> = [
  {
    column: events.timestamp,
    direction: 'desc',
    // In the order of the index `events_newest`.
    nulls: 'last',
    type: 'timestamptz',
    value: (event) => event.exactTimestamp,
  },
  { column: events.transactionId, direction: 'asc', type: 'text', value: (event) => event.transactionId },
  { column: events.id, direction: 'asc', type: 'uuid', value: (event) => event.id },
];

export const eventOrders: ListOrders<AttributedEvent> = {
  standard: LATEST_FIRST,
  fields: { timestamp: LATEST_FIRST },
};
