import { writtenRows } from '../resource.js';

export const usage = writtenRows(
  {
    method: 'GET',
    path: '/customers/:external_customer_id/current_usage',
    operation: 'RestGetCurrentUsage',
    needsState: true,
  },
  {
    method: 'GET',
    path: '/customers/:external_customer_id/projected_usage',
    operation: 'RestGetProjectedUsage',
    needsState: true,
  },
  { method: 'GET', path: '/customers/:external_customer_id/past_usage', operation: 'RestListPastUsage' },
);
