import {
  RestCreatePlanDocument,
  RestDeletePlanDocument,
  RestDeletePlanMetadataDocument,
  RestDeletePlanMetadataKeyDocument,
  RestFindPlanDocument,
  RestGetPlanDocument,
  RestListPlansDocument,
  RestMergePlanMetadataDocument,
  RestSetPlanMetadataDocument,
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
  route({
    method: 'POST',
    path: '/plans/:code/metadata',
    lookup: RestFindPlanDocument,
    document: RestSetPlanMetadataDocument,
  }),
  route({
    method: 'PATCH',
    path: '/plans/:code/metadata',
    lookup: RestFindPlanDocument,
    document: RestMergePlanMetadataDocument,
  }),
  route({ method: 'DELETE', path: '/plans/:code/metadata', document: RestDeletePlanMetadataDocument }),
  route({
    method: 'DELETE',
    path: '/plans/:code/metadata/:key',
    document: RestDeletePlanMetadataKeyDocument,
  }),
];
