import { RestGetCurrentUsageDocument } from './generated/documents.js';
import { route } from './route.js';

export const currentUsageRoutes = [
  route({
    method: 'GET',
    path: '/customers/:external_customer_id/current_usage',
    document: RestGetCurrentUsageDocument,
    needsState: true,
  }),
];
