import { describe, expect, test } from '@jest/globals';
import { metricRow } from '../../../../test/support/rows.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import { slicesOfQueries, type UsageQuery } from './usage-slices.js';

const MARCH = { from: new Date('2027-03-01T00:00:00Z'), to: new Date('2027-04-01T00:00:00Z') };

function query(metric: Partial<BillableMetric>, over: Partial<UsageQuery> = {}): UsageQuery {
  const metrics = [{ metric: metricRow(metric), withItems: false }];
  return { externalSubscriptionId: 'a', metrics, window: MARCH, currency: 'EUR', ...over };
}

/** The parts that are read for queries: their span and period, and if they are carried from before the window. */
function slices(...queries: UsageQuery[]): string[] {
  const day = (at: Date) => at.toISOString().slice(0, 10);
  return slicesOfQueries(queries).slices.map(
    ({ span, from_at: from, to_at: to, is_before: isBefore }) =>
      `${span ?? 'events'} ${day(from)}..${day(to)}${isBefore ? ' carried' : ''}`,
  );
}

describe('the parts that are read of a metric', () => {
  test.each<[Partial<BillableMetric>, string[], string]>([
    [{}, ['day 2027-03-01..2027-04-01'], 'the days of the window'],
    [{ counterState: 'recounting' }, ['events 2027-03-01..2027-04-01'], 'events, while counters are rebuilt'],
    [
      { recurring: true },
      ['month 2027-03-01..2027-04-01', 'month 0100-01-01..2027-03-01 carried'],
      'a recurring metric carries the usage before the window (aggregations.md §4)',
    ],
    [
      { recurring: true, counterState: 'recounting' },
      ['events 2027-03-01..2027-04-01', 'events 0100-01-01..2027-03-01 carried'],
      'reads both from events, while counters are rebuilt',
    ],
    [
      { aggregationType: 'unique_count_agg' },
      ['month 2027-03-01..2027-04-01'],
      'the items of the window only',
    ],
    [
      { aggregationType: 'unique_count_agg', recurring: true },
      ['month 0100-01-01..2027-04-01'],
      'a recurring unique count: the items of all time in one part',
    ],
  ])('the metric %j: %j, %s', (metric, expected) => {
    expect(slices(query(metric))).toEqual(expected);
  });

  test('the reading of a metric ignores items that were last seen before the window', () => {
    const late = { ...MARCH, from: new Date('2027-03-10T00:00:00Z') };
    const seen = slicesOfQueries([query({ aggregationType: 'unique_count_agg' }, { window: late })]).slices;
    // The month from its start, and only items seen from 10 March on: in microseconds, as counters have them.
    expect(seen[0]).toMatchObject({ from_at: MARCH.from, seen_from: '1804636800000000' });
    expect(slicesOfQueries([query({}, { window: late })]).slices[0]?.seen_from).toBeNull();
  });

  test('an empty window of a metered metric reads nothing', () => {
    expect(slices(query({}, { window: { from: MARCH.from, to: MARCH.from } }))).toEqual([]);
  });
});

describe('queries with the same window and metrics', () => {
  const others = { from: MARCH.from, to: new Date('2027-03-31T00:00:00Z') };
  const items = [{ metric: metricRow(), withItems: true }];

  test.each<[UsageQuery, number[], string]>([
    [query({}, { externalSubscriptionId: 'b' }), [0, 0], 'another subscription shares the parts'],
    [query({}, { currency: 'USD' }), [0, 0], 'another currency shares the parts'],
    [query({ id: 'other' }), [0, 1], 'another metric'],
    [query({}, { window: others }), [0, 1], 'another window'],
    [query({}, { metrics: items }), [0, 1], 'items read one by one'],
  ])('the queries of case %#: %j', (second, expected) => {
    const { queryEntries, slices: read } = slicesOfQueries([query({}), second]);
    expect(queryEntries.map((entry) => entry.slice_set)).toEqual(expected);
    expect(queryEntries.map((entry) => [entry.query, entry.external_subscription_id])).toEqual([
      [0, 'a'],
      [1, second.externalSubscriptionId],
    ]);
    expect([...new Set(read.map((slice) => slice.slice_set))]).toEqual([...new Set(expected)]);
  });
});
