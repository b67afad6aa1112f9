import { describe, expect, test } from '@jest/globals';
import { metricRow } from '../../../test/support/rows.js';
import { refusalBy } from '../../../test/support/rule-errors.js';
import type { SentBillableMetricFilter } from './billable-metric.input.js';
import { checkMetric, type MetricValues, type SentMetric } from './billable-metric.rules.js';

const { code, name, description, roundingFunction, roundingPrecision } = metricRow();
const sent: SentMetric = {
  code,
  name,
  description,
  aggregationType: 'sum_agg',
  fieldName: 'amount',
  recurring: false,
  weightedInterval: null,
  roundingFunction,
  roundingPrecision,
  expression: null,
};

describe('a billable metric (aggregations.md §1)', () => {
  test.each<[Partial<SentMetric>, Partial<MetricValues>, string]>([
    [{}, {}, 'as it was sent'],
    [{ recurring: null }, { recurring: false }, 'not recurring by default'],
    [{ aggregationType: 'count_agg' }, { fieldName: null }, 'a count reads no property'],
    [{ expression: ' ' }, { expression: null }, 'a blank expression is none'],
    [{ expression: 'event.properties.a * 2' }, {}, 'an expression'],
    [{ aggregationType: 'weighted_sum_agg', weightedInterval: 'seconds' }, {}, 'weighted by the second'],
    [{ roundingFunction: 'ceil', roundingPrecision: -30 }, {}, 'the coarsest rounding'],
  ])('a billable metric of case %#, sent with %j, has %j: %s', (over, expected) => {
    expect(checkMetric({ ...sent, ...over }, undefined)).toEqual({ ...sent, ...over, ...expected });
  });

  test.each<[Partial<SentMetric>, object, string]>([
    [
      { name: null, code: ' ', aggregationType: null },
      { name: ['value_is_mandatory'], code: ['value_is_mandatory'], aggregationType: ['value_is_invalid'] },
      'all that is missing is reported together',
    ],
    [{ fieldName: null }, { fieldName: ['value_is_mandatory'] }, 'every other aggregation reads a property'],
    [
      { aggregationType: 'weighted_sum_agg' },
      { weightedInterval: ['value_is_mandatory'] },
      'a weighted sum needs an interval',
    ],
    [{ description: 'x'.repeat(10_001) }, { description: ['value_is_too_long'] }, 'a text too long'],
    [
      { roundingPrecision: 31 },
      { roundingPrecision: ['value_is_out_of_range'] },
      'more places than a decimal',
    ],
    [{ roundingPrecision: -31 }, { roundingPrecision: ['value_is_out_of_range'] }, 'and before the point'],
    [{ expression: 'amount' }, { expression: ['invalid_expression'] }, 'a bare identifier (§3)'],
  ])('%j is refused with %j: %s', (over, expected) => {
    expect(refusalBy(() => checkMetric({ ...sent, ...over }, undefined))).toEqual(expected);
  });

  test.each<[SentMetric['aggregationType'], boolean]>([
    ['sum_agg', true],
    ['unique_count_agg', true],
    ['weighted_sum_agg', true],
    ['count_agg', false],
    ['max_agg', false],
    ['latest_agg', false],
  ])('%s may be recurring: %s', (aggregationType, isAccepted) => {
    const metric = { ...sent, aggregationType, recurring: true, weightedInterval: 'seconds' } as const;
    const refused = { recurring: ['not_compatible_with_aggregation_type'] };
    expect(refusalBy(() => checkMetric(metric, null))).toEqual(isAccepted ? null : refused);
  });

  test('a billable metric with a custom aggregation is not offered (aggregations.md §9)', () => {
    const refused = refusalBy(() => checkMetric({ ...sent, aggregationType: 'custom_agg' }, null));
    expect(refused).toBe('feature_unavailable');
  });

  test.each<[SentBillableMetricFilter[], object | null, string]>([
    [[], null, 'no filters'],
    [[{ key: 'region', values: ['eu', 'eu'] }], null, 'a repeated value is dropped later'],
    [
      [{ key: ' ', values: [] }],
      { 'filters.0.key': ['value_is_mandatory'], 'filters.0.values': ['value_is_mandatory'] },
      'neither key nor values',
    ],
    [
      [{ key: 'region', values: ['eu', ''] }],
      { 'filters.0.values': ['value_is_mandatory'] },
      'a blank value',
    ],
    [
      [
        { key: 'a', values: ['x'] },
        { key: 'b', values: ['x'] },
        { key: 'a', values: ['y'] },
      ],
      { 'filters.2.key': ['value_already_exist'] },
      'one key twice',
    ],
  ])('a billable metric with filters %j is refused with %j: %s', (filters, expected) => {
    expect(refusalBy(() => checkMetric(sent, filters))).toEqual(expected);
  });
});
