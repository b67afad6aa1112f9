import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type FixedCharge, fixedCharges } from './fixed-charge.table.js';

export const fixedChargeOrders: ListOrders<FixedCharge> = {
  standard: newestFirst(fixedCharges),
  fields: { created_at: ascending(fixedCharges, 'createdAt') },
};
