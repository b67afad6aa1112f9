import { ascending, type ListOrders } from '../../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../../platform/paging/newest-first.js';
import { type ChargeFilter, chargeFilters } from './charge-filter.table.js';

export const chargeFilterOrders: ListOrders<ChargeFilter> = {
  standard: newestFirst(chargeFilters),
  fields: { created_at: ascending(chargeFilters, 'createdAt') },
};
