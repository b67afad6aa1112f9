import { onlyLogged } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3 (never messages). */
export const BILLABLE_METRIC_ACTIVITIES = {
  'billable_metric.created': onlyLogged('billable_metric', 'BillableMetric'),
  'billable_metric.updated': onlyLogged('billable_metric', 'BillableMetric'),
  'billable_metric.deleted': onlyLogged('billable_metric', 'BillableMetric'),
};
