import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type PaymentMethod, paymentMethods } from './payment-method.table.js';

export const paymentMethodOrders: ListOrders<PaymentMethod> = {
  standard: newestFirst(paymentMethods),
  fields: { created_at: ascending(paymentMethods, 'createdAt') },
};
