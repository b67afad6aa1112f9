import { type AggregationType, isAggregationType } from '../../core/metering/aggregation.js';
import { AppError } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText, TEXT_LENGTH } from '../../platform/errors/input-rules.js';
import type { SentAggregationType, SentBillableMetricFilter } from './billable-metric.input.js';
import type { BillableMetric } from './billable-metric.table.js';
import { checkExpression } from './expression.rules.js';

/** The members of a metric that an input sets. */
export type MetricValues = Pick<
  BillableMetric,
  | 'code'
  | 'name'
  | 'description'
  | 'aggregationType'
  | 'fieldName'
  | 'recurring'
  | 'weightedInterval'
  | 'roundingFunction'
  | 'roundingPrecision'
  | 'expression'
>;

/** The metric's values, with the input merged over the stored ones; null where a mandatory member was cleared. */
export type SentMetric = {
  [Member in Exclude<keyof MetricValues, 'aggregationType'>]: MetricValues[Member] | null;
} & { aggregationType: SentAggregationType | null };

/** The aggregations that a recurring metric may have. Source: aggregations.md §1. */
const CARRYING: readonly AggregationType[] = ['sum_agg', 'unique_count_agg', 'weighted_sum_agg'];

/** Decimals have at most 30 digits before the point and 15 after it (rest-conventions.md §14). */
const MAX_PRECISION = 30;

/**
 * Validates the values of a metric and its filters. @returns the values.
 * @throws AppError `validation_errors` (aggregations.md §1); kind `forbidden` for `custom_agg`, which is not supported
 *   (aggregations.md §9).
 */
export function checkMetric(
  sent: SentMetric,
  filters: readonly SentBillableMetricFilter[] | null | undefined,
): MetricValues {
  if (sent.aggregationType !== null && !isAggregationType(sent.aggregationType))
    throw new AppError('forbidden', 'feature_unavailable');
  const errors = new FieldErrors();
  requireText(errors, 'name', sent.name);
  requireText(errors, 'code', sent.code);
  limitText(errors, 'description', sent.description, TEXT_LENGTH);
  checkAggregation(errors, sent);
  if (Math.abs(sent.roundingPrecision ?? 0) > MAX_PRECISION)
    errors.add('roundingPrecision', 'value_is_out_of_range');
  const expression = isBlank(sent.expression) ? null : sent.expression;
  if (expression !== null) checkExpression(errors, expression);
  checkFilters(errors, filters ?? []);
  errors.throwIfAny();
  return {
    ...(sent as MetricValues),
    fieldName: sent.aggregationType === 'count_agg' ? null : sent.fieldName,
    recurring: sent.recurring ?? false,
    expression,
  };
}

function checkAggregation(
  errors: FieldErrors,
  { aggregationType, fieldName, recurring, weightedInterval }: SentMetric,
): void {
  if (aggregationType === null) errors.add('aggregationType', 'value_is_invalid');
  else if (aggregationType !== 'count_agg') requireText(errors, 'fieldName', fieldName);
  if (aggregationType === 'weighted_sum_agg' && weightedInterval === null)
    errors.add('weightedInterval', 'value_is_mandatory');
  if (recurring === true && aggregationType !== null && !CARRYING.some((type) => type === aggregationType))
    errors.add('recurring', 'not_compatible_with_aggregation_type');
}

function checkFilters(errors: FieldErrors, filters: readonly SentBillableMetricFilter[]): void {
  limitCount(errors, 'filters', filters);
  const keys = new Set<string>();
  for (const [index, { key, values }] of filters.entries()) {
    requireText(errors, `filters.${index}.key`, key);
    if (keys.has(key)) errors.add(`filters.${index}.key`, 'value_already_exist');
    keys.add(key);
    if (values.length === 0) errors.add(`filters.${index}.values`, 'value_is_mandatory');
    for (const value of values) requireText(errors, `filters.${index}.values`, value);
  }
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}
