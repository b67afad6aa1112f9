import {
  RestAdvanceTestClockDocument,
  RestCancelTestClockAdvanceDocument,
  RestCreateTestClockDocument,
  RestDeleteTestClockDocument,
  RestFindTestClockDocument,
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
  route({
    method: 'POST',
    path: '/test_clocks/:svc_id/advance',
    lookup: RestFindTestClockDocument,
    document: RestAdvanceTestClockDocument,
    wrapper: 'test_clock',
  }),
  route({
    method: 'POST',
    path: '/test_clocks/:svc_id/cancel',
    lookup: RestFindTestClockDocument,
    document: RestCancelTestClockAdvanceDocument,
  }),
  route({
    method: 'DELETE',
    path: '/test_clocks/:svc_id',
    lookup: RestFindTestClockDocument,
    document: RestDeleteTestClockDocument,
  }),
];
