import { writtenRows } from '../resource.js';

export const webhookKeys = writtenRows(
  { method: 'GET', path: '/webhooks/json_public_key', operation: 'RestGetWebhookJsonPublicKey' },
  { method: 'GET', path: '/webhooks/public_key', operation: 'RestGetWebhookPublicKey', isText: true },
);
