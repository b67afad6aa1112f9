import {
  RestDeleteCustomerDocument,
  RestFindCustomerDocument,
  RestGetCustomerDocument,
  RestListCustomersDocument,
  RestUpsertCustomerDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const customerRoutes = [
  route({ method: 'GET', path: '/customers', document: RestListCustomersDocument }),
  route({ method: 'POST', path: '/customers', document: RestUpsertCustomerDocument, wrapper: 'customer' }),
  route({ method: 'GET', path: '/customers/:external_customer_id', document: RestGetCustomerDocument }),
  route({
    method: 'DELETE',
    path: '/customers/:external_customer_id',
    lookup: RestFindCustomerDocument,
    document: RestDeleteCustomerDocument,
  }),
];
