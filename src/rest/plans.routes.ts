import {
  RestCreatePlanDocument,
  RestDeletePlanDocument,
  RestFindPlanDocument,
  RestGetPlanDocument,
  RestListPlansDocument,
  RestUpdatePlanDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const planRoutes = [
  route({ method: 'GET', path: '/plans', document: RestListPlansDocument }),
  route({ method: 'POST', path: '/plans', document: RestCreatePlanDocument, wrapper: 'plan' }),
  route({ method: 'GET', path: '/plans/:code', document: RestGetPlanDocument }),
  route({
    method: 'PUT',
    path: '/plans/:code',
    lookup: RestFindPlanDocument,
    document: RestUpdatePlanDocument,
    wrapper: 'plan',
  }),
  route({
    method: 'DELETE',
    path: '/plans/:code',
    lookup: RestFindPlanDocument,
    document: RestDeletePlanDocument,
  }),
];
