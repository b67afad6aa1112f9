import { describe, expect, test } from '@jest/globals';
import { metricRow } from '../../../../test/support/rows.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import { questionsOf, type UsageQuery } from './usage-slices.js';

const MARCH = { from: new Date('2027-03-01T00:00:00Z'), to: new Date('2027-04-01T00:00:00Z') };

function query(metric: Partial<BillableMetric>, over: Partial<UsageQuery> = {}): UsageQuery {
  const metrics = [{ metric: metricRow(metric), withItems: false }];
  return { externalSubscriptionId: 'a', metrics, window: MARCH, currency: 'EUR', ...over };
}

/** The parts that are read for a query: what from, since when, until when, and what is carried from before. */
function slices(...queries: UsageQuery[]): string[] {
  const day = (at: Date) => at.toISOString().slice(0, 10);
  return questionsOf(queries).slices.map(
    ({ span, from_at: from, to_at: to, is_before: isBefore }) =>
      `${span ?? 'events'} ${day(from)}..${day(to)}${isBefore ? ' carried' : ''}`,
  );
}

describe('what is read of a metric', () => {
  test.each<[Partial<BillableMetric>, string[], string]>([
    [{}, ['day 2027-03-01..2027-04-01'], 'the days of the window'],
    [{ counterState: 'recounting' }, ['events 2027-03-01..2027-04-01'], 'events, while counters are rebuilt'],
    [
      { recurring: true },
      ['month 2027-03-01..2027-04-01', 'month 0100-01-01..2027-03-01 carried'],
      'a recurring one carries what came before (aggregations.md §4)',
    ],
    [
      { recurring: true, counterState: 'recounting' },
      ['events 2027-03-01..2027-04-01', 'events 0100-01-01..2027-03-01 carried'],
      'and both from events, while counters are rebuilt',
    ],
    [
      { aggregationType: 'unique_count_agg' },
      ['month 2027-03-01..2027-04-01'],
      'items of the window; those of before do not count',
    ],
    [
      { aggregationType: 'unique_count_agg', recurring: true },
      ['month 0100-01-01..2027-04-01'],
      'of items that stay, all since ever in one',
    ],
  ])('%j: %j, %s', (metric, expected) => {
    expect(slices(query(metric))).toEqual(expected);
  });

  test('items that were seen before the window are told apart', () => {
    const late = { ...MARCH, from: new Date('2027-03-10T00:00:00Z') };
    const seen = questionsOf([query({ aggregationType: 'unique_count_agg' }, { window: late })]).slices;
    // The month from its start, and only items seen from 10 March on: in microseconds, as counters have them.
    expect(seen[0]).toMatchObject({ from_at: MARCH.from, seen_from: '1804636800000000' });
    expect(questionsOf([query({}, { window: late })]).slices[0]?.seen_from).toBeNull();
  });

  test('an empty window of a metered metric reads nothing', () => {
    expect(slices(query({}, { window: { from: MARCH.from, to: MARCH.from } }))).toEqual([]);
  });
});

describe('queries that ask the same', () => {
  const others = { from: MARCH.from, to: new Date('2027-03-31T00:00:00Z') };
  const items = [{ metric: metricRow(), withItems: true }];

  test.each<[UsageQuery, number[], string]>([
    [query({}, { externalSubscriptionId: 'b' }), [0, 0], 'another subscription is read with the same parts'],
    [query({}, { currency: 'USD' }), [0, 0], 'the currency decides nothing that is read'],
    [query({ id: 'other' }), [0, 1], 'another metric'],
    [query({}, { window: others }), [0, 1], 'another window'],
    [query({}, { metrics: items }), [0, 1], 'items one by one'],
  ])('case %#: %j', (second, expected) => {
    const { askers, slices: read } = questionsOf([query({}), second]);
    expect(askers.map(({ question }) => question)).toEqual(expected);
    expect(askers.map((asker) => [asker.query, asker.external_subscription_id])).toEqual([
      [0, 'a'],
      [1, second.externalSubscriptionId],
    ]);
    expect([...new Set(read.map(({ question }) => question))]).toEqual([...new Set(expected)]);
  });
});
