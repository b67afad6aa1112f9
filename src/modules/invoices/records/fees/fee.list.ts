import { ascending, type ListOrders } from '../../../../platform/paging/list-orders.js';
import { type Fee, fees } from './fee.table.js';

/** The default order: oldest first. Source: fees.md §6. */
export const feeOrders: ListOrders<Fee> = {
  standard: ascending(fees, 'createdAt'),
  fields: { created_at: ascending(fees, 'createdAt') },
};
