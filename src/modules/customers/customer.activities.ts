import { loggedAndSent, onlyLogged, onlySent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const CUSTOMER_ACTIVITIES = {
  'customer.created': loggedAndSent('customer', 'Customer'),
  'customer.updated': loggedAndSent('customer', 'Customer'),
  'customer.deleted': onlyLogged('customer', 'Customer'),
  'customer.erasure_requested': onlyLogged('customer', 'Customer'),
  'customer.erased': onlyLogged('customer', 'Customer'),
  'customer.vies_check': onlySent('customer'),
};
