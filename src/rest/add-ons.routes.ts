import {
  RestCreateAddOnDocument,
  RestDeleteAddOnDocument,
  RestFindAddOnDocument,
  RestGetAddOnDocument,
  RestListAddOnsDocument,
  RestUpdateAddOnDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const addOnRoutes = [
  route({ method: 'GET', path: '/add_ons', document: RestListAddOnsDocument }),
  route({ method: 'POST', path: '/add_ons', document: RestCreateAddOnDocument, wrapper: 'add_on' }),
  route({ method: 'GET', path: '/add_ons/:code', document: RestGetAddOnDocument }),
  route({
    method: 'PUT',
    path: '/add_ons/:code',
    lookup: RestFindAddOnDocument,
    document: RestUpdateAddOnDocument,
    wrapper: 'add_on',
  }),
  route({
    method: 'DELETE',
    path: '/add_ons/:code',
    lookup: RestFindAddOnDocument,
    document: RestDeleteAddOnDocument,
  }),
];
