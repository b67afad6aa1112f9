import type { ChangeOf } from '../../../platform/changes/changes.js';
import type { WebhookEndpoint } from './webhook-endpoint.table.js';

export type WebhookEndpointChange =
  | ChangeOf<'webhook_endpoint.created' | 'webhook_endpoint.deleted', { endpoint: WebhookEndpoint }>
  | ChangeOf<'webhook_endpoint.updated', { endpoint: WebhookEndpoint; former: WebhookEndpoint }>;
