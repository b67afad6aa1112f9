import { onlySent, onlyTold } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const PAYMENT_PROVIDER_ACTIVITIES = {
  'customer.payment_provider_created': onlySent('customer'),
  'customer.payment_provider_error': onlyTold('payment_provider_customer_error'),
  'customer.checkout_url_generated': onlyTold('payment_provider_customer_checkout_url'),
  'payment_provider.error': onlyTold('payment_provider_error'),
};
