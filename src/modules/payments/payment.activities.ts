import { onlyLogged, onlySent, onlySentContent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const PAYMENT_ACTIVITIES = {
  // The resource of the entry is the document that the payment pays: an invoice, unless the change says otherwise.
  'payment.recorded': onlyLogged('payment', 'Invoice'),
  'payment.requires_action': onlySent('payment'),
  'payment.succeeded': onlySent('payment'),
  // The log shows the invoice or the purchase, the message the error.
  'invoice.payment_failure': onlyLogged('invoice', 'Invoice'),
  'invoice.payment_error': onlySentContent(
    'payment_provider_invoice_payment_error',
    'invoice.payment_failure',
  ),
  'wallet_transaction.payment_failure': onlyLogged('wallet_transaction', 'Wallet'),
  'wallet_transaction.payment_error': onlySentContent(
    'payment_provider_wallet_transaction_payment_error',
    'wallet_transaction.payment_failure',
  ),
  'payment_request.payment_failure': onlySentContent('payment_provider_payment_request_payment_error'),
  'credit_note.refund_failure': onlySentContent('credit_note_payment_provider_refund_error'),
};
