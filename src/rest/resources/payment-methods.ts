import { writtenRows } from '../resource.js';

const METHOD = '/customers/:external_customer_id/payment_methods/:svc_id';

/** Payment methods of customers, and pages on which they register methods and pay. */
export const paymentMethods = writtenRows(
  {
    method: 'GET',
    path: '/customers/:external_customer_id/payment_methods',
    operation: 'RestListCustomerPaymentMethods',
    lookup: 'RestFindCustomer',
  },
  {
    method: 'DELETE',
    path: METHOD,
    operation: 'RestDeleteCustomerPaymentMethod',
    lookup: 'RestFindCustomerPaymentMethod',
  },
  {
    method: 'PUT',
    path: `${METHOD}/set_as_default`,
    operation: 'RestSetDefaultCustomerPaymentMethod',
    lookup: 'RestFindCustomerPaymentMethod',
  },
  {
    method: 'POST',
    path: '/customers/:external_customer_id/checkout_url',
    operation: 'RestGenerateCustomerCheckoutUrl',
    lookup: 'RestFindCustomer',
  },
  {
    method: 'POST',
    path: '/invoices/:svc_id/retry_payment',
    operation: 'RestRetryInvoicePayment',
    lookup: 'RestFindInvoice',
    hasNoResponse: true,
  },
  {
    method: 'POST',
    path: '/invoices/:svc_id/payment_url',
    operation: 'RestGenerateInvoicePaymentUrl',
    lookup: 'RestFindInvoice',
  },
  {
    method: 'POST',
    path: '/wallet_transactions/:svc_id/payment_url',
    operation: 'RestGenerateWalletTransactionPaymentUrl',
    lookup: 'RestFindWalletTransaction',
  },
);
