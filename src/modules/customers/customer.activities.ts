import { loggedAndSent, onlyLogged } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const CUSTOMER_ACTIVITIES = {
  'customer.created': loggedAndSent('customer', 'Customer'),
  'customer.updated': loggedAndSent('customer', 'Customer'),
  'customer.deleted': onlyLogged('customer', 'Customer'),
};
