import { resource } from '../resource.js';

export const paymentReceipts = resource({
  name: 'PaymentReceipt',
  path: '/payment_receipts/:svc_id',
  list: true,
  get: true,
  represents: 'payment_receipt',
  written: [
    {
      method: 'POST',
      path: '/payment_receipts/:svc_id/resend_email',
      operation: 'RestResendPaymentReceiptEmail',
      lookup: 'RestFindPaymentReceipt',
      hasNoResponse: true,
    },
  ],
});
