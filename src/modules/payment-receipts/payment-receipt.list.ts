import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type PaymentReceipt, paymentReceipts } from './payment-receipt.table.js';

export const paymentReceiptOrders: ListOrders<PaymentReceipt> = {
  standard: newestFirst(paymentReceipts),
  fields: { created_at: ascending(paymentReceipts, 'createdAt') },
};
