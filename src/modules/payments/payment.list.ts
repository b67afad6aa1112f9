import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type Payment, payments } from './payment.table.js';

export const paymentOrders: ListOrders<Payment> = {
  standard: newestFirst(payments),
  fields: { created_at: ascending(payments, 'createdAt'), amount_cents: ascending(payments, 'amountCents') },
};
