import { RestGetFeeDocument, RestListFeesDocument } from './generated/documents.js';
import { route } from './route.js';

export const feeRoutes = [
  route({ method: 'GET', path: '/fees', document: RestListFeesDocument }),
  route({ method: 'GET', path: '/fees/:svc_id', document: RestGetFeeDocument }),
];
