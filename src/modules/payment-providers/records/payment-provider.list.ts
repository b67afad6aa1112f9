import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type PaymentProviderRow, paymentProviders } from './payment-provider.table.js';

export const paymentProviderOrders: ListOrders<PaymentProviderRow> = {
  standard: newestFirst(paymentProviders),
  fields: { created_at: ascending(paymentProviders, 'createdAt') },
};
