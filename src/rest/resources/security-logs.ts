import { resource } from '../resource.js';

export const securityLogs = resource({
  name: 'SecurityLog',
  path: '/security_logs/:log_id',
  list: true,
  get: true,
});
