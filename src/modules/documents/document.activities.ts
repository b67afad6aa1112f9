import { loggedAndSent, onlySent } from '../../platform/activity/activity-kinds.js';

/** Sources: documents-and-emails.md §1, logs.md §2, webhooks.md §3. */
export const DOCUMENT_ACTIVITIES = {
  'invoice.generated': loggedAndSent('invoice', 'Invoice'),
  'invoice.e_invoice_incomplete': onlySent('invoice'),
  'credit_note.generated': loggedAndSent('credit_note', 'CreditNote'),
  'payment_receipt.generated': loggedAndSent('payment_receipt', 'PaymentReceipt'),
};
