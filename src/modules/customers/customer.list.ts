import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type Customer, customers } from './customer.table.js';

export const customerOrders: ListOrders<Customer> = {
  standard: newestFirst(customers),
  fields: { created_at: newestFirst(customers), name: ascending(customers, 'name') },
};
