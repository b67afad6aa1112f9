import { loggedAndSent, onlySent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const INVOICE_ACTIVITIES = {
  'invoice.drafted': loggedAndSent('invoice', 'Invoice'),
  'invoice.deleted': loggedAndSent('invoice', 'Invoice'),
  'invoice.ready_to_finalize': loggedAndSent('invoice', 'Invoice'),
  'invoice.created': loggedAndSent('invoice', 'Invoice'),
  'invoice.payment_status_updated': loggedAndSent('invoice', 'Invoice'),
  'invoice.payment_overdue': loggedAndSent('invoice', 'Invoice'),
  'fee.created': onlySent('fee'),
};
