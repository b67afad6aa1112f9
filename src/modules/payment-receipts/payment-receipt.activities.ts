import { loggedAndSent } from '../../platform/activity/activity-kinds.js';

/** Sources: documents-and-emails.md §6, logs.md §2, webhooks.md §3. */
export const PAYMENT_RECEIPT_ACTIVITIES = {
  'payment_receipt.created': loggedAndSent('payment_receipt', 'PaymentReceipt'),
};
