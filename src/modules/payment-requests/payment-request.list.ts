import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type PaymentRequest, paymentRequests } from './payment-request.table.js';

export const paymentRequestOrders: ListOrders<PaymentRequest> = {
  standard: newestFirst(paymentRequests),
  fields: {
    created_at: ascending(paymentRequests, 'createdAt'),
    amount_cents: ascending(paymentRequests, 'amountCents'),
  },
};
