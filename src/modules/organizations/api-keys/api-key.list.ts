import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type ApiKey, apiKeys } from './api-key.table.js';

export const apiKeyOrders: ListOrders<ApiKey> = {
  standard: newestFirst(apiKeys),
  fields: { created_at: ascending(apiKeys, 'createdAt') },
};
