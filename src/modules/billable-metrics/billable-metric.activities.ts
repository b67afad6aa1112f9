import { loggedAndSent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const BILLABLE_METRIC_ACTIVITIES = {
  'billable_metric.created': loggedAndSent('billable_metric', 'BillableMetric'),
  'billable_metric.updated': loggedAndSent('billable_metric', 'BillableMetric'),
  'billable_metric.deleted': loggedAndSent('billable_metric', 'BillableMetric'),
};
