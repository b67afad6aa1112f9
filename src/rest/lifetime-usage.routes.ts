import {
  RestFindLifetimeUsageDocument,
  RestGetLifetimeUsageDocument,
  RestUpdateLifetimeUsageDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const lifetimeUsageRoutes = [
  route({
    method: 'GET',
    path: '/subscriptions/:external_id/lifetime_usage',
    document: RestGetLifetimeUsageDocument,
  }),
  route({
    method: 'PUT',
    path: '/subscriptions/:external_id/lifetime_usage',
    lookup: RestFindLifetimeUsageDocument,
    document: RestUpdateLifetimeUsageDocument,
    wrapper: 'lifetime_usage',
  }),
];
