import { onlySent, onlySentContent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const PAYMENT_PROVIDER_ACTIVITIES = {
  'customer.payment_provider_created': onlySent('customer'),
  'customer.payment_provider_error': onlySentContent('payment_provider_customer_error'),
  'customer.checkout_url_generated': onlySentContent('payment_provider_customer_checkout_url'),
  'payment_provider.error': onlySentContent('payment_provider_error'),
};
