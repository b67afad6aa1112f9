import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type Plan, plans } from './plan.table.js';

export const planOrders: ListOrders<Plan> = {
  standard: newestFirst(plans),
  fields: { created_at: ascending(plans, 'createdAt'), name: ascending(plans, 'name') },
};
