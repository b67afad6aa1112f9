import { resource } from '../resource.js';

export const webhookEndpoints = resource({
  name: 'WebhookEndpoint',
  path: '/webhook_endpoints/:svc_id',
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
});
