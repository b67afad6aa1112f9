import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Organization, organizations } from './organization.table.js';

export const organizationOrders: ListOrders<Organization> = {
  standard: newestFirst(organizations),
  fields: { created_at: ascending(organizations, 'createdAt') },
};
