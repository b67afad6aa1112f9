import { resource } from '../resource.js';

export const activityLogs = resource({
  name: 'ActivityLog',
  path: '/activity_logs/:activity_id',
  list: true,
  get: true,
});
