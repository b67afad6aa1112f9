import {
  RestCreateTaxDocument,
  RestDeleteTaxDocument,
  RestFindTaxDocument,
  RestGetTaxDocument,
  RestListTaxesDocument,
  RestUpdateTaxDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const taxRoutes = [
  route({ method: 'GET', path: '/taxes', document: RestListTaxesDocument }),
  route({ method: 'POST', path: '/taxes', document: RestCreateTaxDocument, wrapper: 'tax' }),
  route({ method: 'GET', path: '/taxes/:code', document: RestGetTaxDocument }),
  route({
    method: 'PUT',
    path: '/taxes/:code',
    lookup: RestFindTaxDocument,
    document: RestUpdateTaxDocument,
    wrapper: 'tax',
  }),
  route({
    method: 'DELETE',
    path: '/taxes/:code',
    lookup: RestFindTaxDocument,
    document: RestDeleteTaxDocument,
  }),
];
