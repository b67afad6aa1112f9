import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type BillableMetric, billableMetrics } from './billable-metric.table.js';

export const billableMetricOrders: ListOrders<BillableMetric> = {
  standard: newestFirst(billableMetrics),
  fields: { created_at: ascending(billableMetrics, 'createdAt'), name: ascending(billableMetrics, 'name') },
};
