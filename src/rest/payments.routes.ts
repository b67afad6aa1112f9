import {
  RestFindCustomerDocument,
  RestGetPaymentDocument,
  RestListPaymentsDocument,
  RestRecordPaymentDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const paymentRoutes = [
  route({ method: 'GET', path: '/payments', document: RestListPaymentsDocument }),
  route({
    method: 'GET',
    path: '/customers/:external_customer_id/payments',
    lookup: RestFindCustomerDocument,
    document: RestListPaymentsDocument,
  }),
  route({ method: 'GET', path: '/payments/:svc_id', document: RestGetPaymentDocument }),
  route({
    method: 'POST',
    path: '/payments',
    document: RestRecordPaymentDocument,
    wrapper: 'payment',
  }),
];
