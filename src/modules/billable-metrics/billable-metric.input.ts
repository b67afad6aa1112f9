import type { BillableMetric } from './billable-metric.table.js';

/** Accepted values; `custom_agg` is refused later, with an error of its own. Source: aggregations.md §9. */
export const SENT_AGGREGATION_TYPES = [
  'count_agg',
  'sum_agg',
  'max_agg',
  'unique_count_agg',
  'weighted_sum_agg',
  'latest_agg',
  'custom_agg',
] as const;

export type SentAggregationType = (typeof SENT_AGGREGATION_TYPES)[number];

export interface SentBillableMetricFilter {
  readonly key: string;
  readonly values: readonly string[];
}

export interface SentBillableMetric {
  readonly description?: string | null;
  readonly fieldName?: string | null;
  readonly recurring?: boolean | null;
  readonly weightedInterval?: BillableMetric['weightedInterval'];
  readonly roundingFunction?: BillableMetric['roundingFunction'];
  readonly roundingPrecision?: number | null;
  readonly expression?: string | null;
  readonly filters?: readonly SentBillableMetricFilter[] | null;
}

/** A new billable metric. */
export interface CreateBillableMetric extends SentBillableMetric {
  readonly code: string;
  readonly name: string;
  readonly aggregationType: SentAggregationType;
}

/** Changes of a billable metric; omitted members stay as they are. */
export interface UpdateBillableMetric extends SentBillableMetric {
  readonly id: string;
  readonly code?: string | null;
  readonly name?: string | null;
  readonly aggregationType?: SentAggregationType | null;
}
