import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { type Tax, taxes } from './tax.table.js';

export const taxOrders: ListOrders<Tax> = {
  standard: ascending(taxes, 'name'),
  fields: { name: ascending(taxes, 'name') },
};
