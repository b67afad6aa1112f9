import {
  RestCreateBillableMetricDocument,
  RestDeleteBillableMetricDocument,
  RestEvaluateExpressionDocument,
  RestFindBillableMetricDocument,
  RestGetBillableMetricDocument,
  RestListBillableMetricsDocument,
  RestUpdateBillableMetricDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const billableMetricRoutes = [
  route({ method: 'GET', path: '/billable_metrics', document: RestListBillableMetricsDocument }),
  route({
    method: 'POST',
    path: '/billable_metrics',
    document: RestCreateBillableMetricDocument,
    wrapper: 'billable_metric',
  }),
  route({
    method: 'POST',
    path: '/billable_metrics/evaluate_expression',
    document: RestEvaluateExpressionDocument,
  }),
  route({ method: 'GET', path: '/billable_metrics/:code', document: RestGetBillableMetricDocument }),
  route({
    method: 'PUT',
    path: '/billable_metrics/:code',
    lookup: RestFindBillableMetricDocument,
    document: RestUpdateBillableMetricDocument,
    wrapper: 'billable_metric',
  }),
  route({
    method: 'DELETE',
    path: '/billable_metrics/:code',
    lookup: RestFindBillableMetricDocument,
    document: RestDeleteBillableMetricDocument,
  }),
];
