import {
  RestDeleteInvoiceDocument,
  RestFindCustomerDocument,
  RestFindInvoiceDocument,
  RestGetInvoiceDocument,
  RestListInvoicesDocument,
  RestFinalizeInvoiceDocument,
  RestPreviewInvoiceDocument,
  RestRefreshInvoiceDocument,
  RestUpdateInvoiceDocument,
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
  route({ method: 'POST', path: '/invoices/preview', document: RestPreviewInvoiceDocument }),
  route({ method: 'GET', path: '/invoices/:svc_id', document: RestGetInvoiceDocument }),
  route({
    method: 'PUT',
    path: '/invoices/:svc_id',
    lookup: RestFindInvoiceDocument,
    document: RestUpdateInvoiceDocument,
    wrapper: 'invoice',
  }),
  route({
    method: 'DELETE',
    path: '/invoices/:svc_id',
    lookup: RestFindInvoiceDocument,
    document: RestDeleteInvoiceDocument,
  }),
  route({
    method: 'PUT',
    path: '/invoices/:svc_id/refresh',
    lookup: RestFindInvoiceDocument,
    document: RestRefreshInvoiceDocument,
  }),
  route({
    method: 'PUT',
    path: '/invoices/:svc_id/finalize',
    lookup: RestFindInvoiceDocument,
    document: RestFinalizeInvoiceDocument,
  }),
];
