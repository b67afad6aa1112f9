import { resource } from '../resource.js';

export const apiLogs = resource({
  name: 'ApiLog',
  path: '/api_logs/:request_id',
  list: true,
  get: true,
});
