import { onlySent } from '../../platform/activity/activity-kinds.js';

/** Alerts have no entries in the log. Sources: logs.md §2, webhooks.md §3. */
export const ALERT_ACTIVITIES = {
  'alert.triggered': onlySent('triggered_alert'),
};
