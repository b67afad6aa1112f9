import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Customer, customers } from './customer.table.js';

/** In the order of the index `customers_newest`. */
const NEWEST_FIRST = newestFirst(customers, { nulls: 'last' });

export const customerOrders: ListOrders<Customer> = {
  standard: NEWEST_FIRST,
  fields: { created_at: NEWEST_FIRST, name: ascending(customers, 'name') },
};
