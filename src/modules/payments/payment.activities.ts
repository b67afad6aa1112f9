import { onlyLogged } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const PAYMENT_ACTIVITIES = {
  // The resource of the entry is the document that the payment pays: an invoice, unless the change says otherwise.
  'payment.recorded': onlyLogged('payment', 'Invoice'),
};
