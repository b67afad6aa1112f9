import {
  RestCreateTestClockDocument,
  RestGetTestClockDocument,
  RestListTestClocksDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const testClockRoutes = [
  route({ method: 'GET', path: '/test_clocks', document: RestListTestClocksDocument }),
  route({
    method: 'POST',
    path: '/test_clocks',
    document: RestCreateTestClockDocument,
    wrapper: 'test_clock',
  }),
  route({ method: 'GET', path: '/test_clocks/:svc_id', document: RestGetTestClockDocument }),
];
