import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Integration, integrations } from './integration.table.js';

export const integrationOrders: ListOrders<Integration> = {
  standard: newestFirst(integrations),
  fields: { created_at: ascending(integrations, 'createdAt') },
};
