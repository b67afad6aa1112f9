import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type AddOn, addOns } from './add-on.table.js';

export const addOnOrders: ListOrders<AddOn> = {
  standard: newestFirst(addOns),
  fields: { created_at: ascending(addOns, 'createdAt'), name: ascending(addOns, 'name') },
};
