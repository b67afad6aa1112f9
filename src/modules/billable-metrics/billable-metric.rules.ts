import type { AggregationType } from '../../core/metering/aggregation.js';
import { AppError } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText, TEXT_LENGTH } from '../../platform/errors/rules.js';
import type { BillableMetricFilterInput } from './billable-metric.schema.js';
import type { BillableMetric } from './billable-metric.table.js';

/** The members of a metric that its owner chooses. */
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

/** The same as sent, over what is stored; null where a member was cleared that has to have a value. */
export type SentMetric = { [Member in keyof MetricValues]: MetricValues[Member] | null };

/** The aggregations that usage is rated by so far. */
const OFFERED: readonly string[] = ['count_agg', 'sum_agg', 'max_agg'] satisfies AggregationType[];

/** Decimals have at most 30 digits before the point and 15 after it (rest-conventions.md §14). */
const MAX_PRECISION = 30;

/**
 * The values of a metric, checked together with its filters.
 * @throws AppError `validation_errors` (aggregations.md §1), with `unsupported_value` for what is not built yet;
 *   kind `forbidden` for `custom_agg`, which is not offered (aggregations.md §9).
 */
export function checkMetric(
  sent: SentMetric,
  filters: readonly BillableMetricFilterInput[] | null | undefined,
): MetricValues {
  if (sent.aggregationType === 'custom_agg') throw new AppError('forbidden', 'feature_unavailable');
  const errors = new FieldErrors();
  requireText(errors, 'name', sent.name);
  requireText(errors, 'code', sent.code);
  limitText(errors, 'description', sent.description, TEXT_LENGTH);
  checkAggregation(errors, sent);
  if (Math.abs(sent.roundingPrecision ?? 0) > MAX_PRECISION)
    errors.add('roundingPrecision', 'value_is_out_of_range');
  if (!isBlank(sent.expression)) errors.add('expression', 'unsupported_value');
  checkFilters(errors, filters ?? []);
  errors.throwIfAny();
  return {
    ...(sent as MetricValues),
    fieldName: sent.aggregationType === 'count_agg' ? null : sent.fieldName,
    recurring: sent.recurring ?? false,
    expression: null,
  };
}

function checkAggregation(errors: FieldErrors, { aggregationType, fieldName, recurring }: SentMetric): void {
  if (aggregationType === null) errors.add('aggregationType', 'value_is_invalid');
  else if (!OFFERED.includes(aggregationType)) errors.add('aggregationType', 'unsupported_value');
  else if (aggregationType !== 'count_agg') requireText(errors, 'fieldName', fieldName);
  if (recurring === true) {
    const never =
      aggregationType === 'count_agg' || aggregationType === 'max_agg' || aggregationType === 'latest_agg';
    errors.add('recurring', never ? 'not_compatible_with_aggregation_type' : 'unsupported_value');
  }
}

function checkFilters(errors: FieldErrors, filters: readonly BillableMetricFilterInput[]): void {
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
