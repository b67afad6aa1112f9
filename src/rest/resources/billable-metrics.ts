import { resource } from '../resource.js';

export const billableMetrics = resource({
  name: 'BillableMetric',
  path: '/billable_metrics/:code',
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
  represents: 'billable_metric',
  representedBy: 'RestMetricUncounted',
  written: [
    { method: 'POST', path: '/billable_metrics/evaluate_expression', operation: 'RestEvaluateExpression' },
  ],
});
