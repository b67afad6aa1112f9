import { loggedAndSent, onlySent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const PAYMENT_REQUEST_ACTIVITIES = {
  'payment_request.created': loggedAndSent('payment_request', 'PaymentRequest'),
  'payment_request.payment_status_updated': onlySent('payment_request'),
};
