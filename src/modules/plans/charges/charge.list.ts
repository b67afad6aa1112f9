import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Charge, charges } from './charge.table.js';

export const chargeOrders: ListOrders<Charge> = {
  standard: newestFirst(charges),
  fields: { created_at: ascending(charges, 'createdAt') },
};
