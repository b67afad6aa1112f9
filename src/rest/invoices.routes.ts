import {
  RestFindCustomerDocument,
  RestGetInvoiceDocument,
  RestListInvoicesDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const invoiceRoutes = [
  route({ method: 'GET', path: '/invoices', document: RestListInvoicesDocument }),
  route({
    method: 'GET',
    path: '/customers/:external_customer_id/invoices',
    lookup: RestFindCustomerDocument,
    document: RestListInvoicesDocument,
  }),
  route({ method: 'GET', path: '/invoices/:svc_id', document: RestGetInvoiceDocument }),
];
