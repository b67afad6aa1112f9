import type { ListOrders } from '../../platform/paging/list-orders.js';
import type { Ordering } from '../../platform/paging/fetch-page.js';
import { dueWork, type DueWork } from './due-work.table.js';

const DUE_FIRST: Ordering<DueWork> = [
  { column: dueWork.dueAt, direction: 'asc', type: 'timestamptz', value: ({ dueAt }) => dueAt.toISOString() },
  { column: dueWork.id, direction: 'asc', type: 'uuid', value: ({ id }) => id },
];

export const failingWorkOrders: ListOrders<DueWork> = {
  standard: DUE_FIRST,
  fields: { due_at: DUE_FIRST },
};
