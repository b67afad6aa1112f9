import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type WebhookEndpoint, webhookEndpoints } from './webhook-endpoint.table.js';

export const webhookEndpointOrders: ListOrders<WebhookEndpoint> = {
  standard: newestFirst(webhookEndpoints),
  fields: { created_at: ascending(webhookEndpoints, 'createdAt') },
};
