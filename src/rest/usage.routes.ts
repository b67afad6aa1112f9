import {
  RestGetCurrentUsageDocument,
  RestGetProjectedUsageDocument,
  RestListPastUsageDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const usageRoutes = [
  route({
    method: 'GET',
    path: '/customers/:external_customer_id/current_usage',
    document: RestGetCurrentUsageDocument,
    needsState: true,
  }),
  route({
    method: 'GET',
    path: '/customers/:external_customer_id/projected_usage',
    document: RestGetProjectedUsageDocument,
    needsState: true,
  }),
  route({
    method: 'GET',
    path: '/customers/:external_customer_id/past_usage',
    document: RestListPastUsageDocument,
  }),
];
