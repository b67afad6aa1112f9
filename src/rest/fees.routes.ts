import {
  RestDeleteFeeDocument,
  RestFindFeeDocument,
  RestGetFeeDocument,
  RestListFeesDocument,
  RestUpdateFeeDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const feeRoutes = [
  route({ method: 'GET', path: '/fees', document: RestListFeesDocument }),
  route({ method: 'GET', path: '/fees/:svc_id', document: RestGetFeeDocument }),
  route({
    method: 'PUT',
    path: '/fees/:svc_id',
    lookup: RestFindFeeDocument,
    document: RestUpdateFeeDocument,
    wrapper: 'fee',
  }),
  route({
    method: 'DELETE',
    path: '/fees/:svc_id',
    lookup: RestFindFeeDocument,
    document: RestDeleteFeeDocument,
  }),
];
