import { expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { Big } from '../money/decimal.js';
import { aggregate } from './aggregation.js';
import {
  countEvents,
  EMPTY_COUNTER,
  mergeCounters,
  usageOfCounters,
  type CountedAggregation,
  type CountedMetric,
} from './counter.js';
import type { UsageEvent } from './usage-event.js';

const DAY_MS = 86_400_000;
const scope = {
  window: { from: new Date('2027-09-01'), to: new Date('2027-10-01') },
  durationDays: 30,
};

/** A history around the window, in order; some events share an instant, some are not numeric. */
const history = fc
  .array(
    fc.record({
      hour: fc.integer({ min: -20 * 24, max: 40 * 24 }),
      value: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: -999, max: 999 }) },
        { weight: 1, arbitrary: fc.constant('x') },
      ),
      amount: fc.nat({ max: 99 }),
    }),
  )
  .map((rows) =>
    rows
      .toSorted((a, b) => a.hour - b.hour)
      .map(({ hour, value, amount }): UsageEvent => ({
        at: new Date(scope.window.from.getTime() + (hour * DAY_MS) / 24),
        properties: { value: value === 'x' ? 'x' : new Big(value).div(8).toFixed() },
        amount: new Big(amount).div(100),
      })),
  );

const metrics = fc
  .tuple(
    fc.constantFrom<CountedAggregation[]>(
      'count_agg',
      'sum_agg',
      'max_agg',
      'latest_agg',
      'weighted_sum_agg',
    ),
    fc.boolean(),
  )
  .map(([aggregationType, recurring]): CountedMetric => ({
    aggregationType,
    recurring: recurring && (aggregationType === 'sum_agg' || aggregationType === 'weighted_sum_agg'),
    fieldName: aggregationType === 'count_agg' ? null : 'value',
  }));

/** Counts events in parts, cut at the given places, and merges the counters. */
function countInParts(metric: CountedMetric, events: readonly UsageEvent[], cuts: readonly number[]) {
  const places = [
    0,
    ...cuts.map((cut) => cut % (events.length + 1)).toSorted((a, b) => a - b),
    events.length,
  ];
  const parts = places.slice(1).map((to, index) => countEvents(metric, events.slice(places[index], to)));
  return parts.reduce(mergeCounters, EMPTY_COUNTER);
}

test('usage from merged counters equals the aggregation of their events, however they are split', () => {
  fc.assert(
    fc.property(metrics, history, fc.array(fc.nat()), (metric, events, cuts) => {
      const { window } = scope;
      const before = events.filter(({ at }) => at < window.from);
      const within = events.filter(({ at }) => at >= window.from && at < window.to);
      const counted = usageOfCounters(
        metric,
        { before: countInParts(metric, before, cuts), within: countInParts(metric, within, cuts) },
        scope,
      );
      const { values, ...oracle } = aggregate(metric, events, scope);
      expect(counted).toEqual({ ...oracle, eventsCount: BigInt(values.length) });
    }),
    tries(200),
  );
});
