import { loggedAndSent, onlySent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const SUBSCRIPTION_ACTIVITIES = {
  'subscription.started': loggedAndSent('subscription', 'Subscription'),
  'subscription.updated': loggedAndSent('subscription', 'Subscription'),
  'subscription.terminated': loggedAndSent('subscription', 'Subscription'),
  'subscription.incomplete': loggedAndSent('subscription', 'Subscription'),
  'subscription.canceled': loggedAndSent('subscription', 'Subscription'),
  'subscription.termination_alert': onlySent('subscription'),
  'subscription.trial_ended': onlySent('subscription'),
};
