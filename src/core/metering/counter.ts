import { Big, ZERO } from '../money/decimal.js';
import type { Usage } from '../usage.js';
import type { AggregationType, MetricRules } from './aggregation.js';
import { numericReadings, plainReadings, type Reading, type UsageEvent } from './usage-event.js';
import { endMs, meanQuantity, startMs, type WeighingScope } from './weighted-sum.js';

/** The sums and extremes of a set of events, of bounded size. Counters of disjoint parts merge to that of the whole. */
export interface Counter {
  /** Number of events that the metric counts. */
  readonly eventsCount: bigint;
  readonly sum: Big;
  /** Null without events. */
  readonly max: Big | null;
  /** Null without events; negative if any event removed units. */
  readonly min: Big | null;
  /** The latest event by timestamp; of events with equal timestamps, the one received last. Null without events. */
  readonly latest: Pick<Reading, 'at' | 'value'> | null;
  /** Sum of value times Unix milliseconds: with the plain sum, sufficient for a time-weighted sum. */
  readonly moment: Big;
  /** Sum of the amounts sent with the events, in currency units. */
  readonly eventsAmount: Big;
}

export const EMPTY_COUNTER: Counter = {
  eventsCount: 0n,
  sum: ZERO,
  max: null,
  min: null,
  latest: null,
  moment: ZERO,
  eventsAmount: ZERO,
};

/** Every aggregation except the unique count, which no counter of bounded size can provide. */
export type CountedAggregation = Exclude<AggregationType, 'unique_count_agg'>;

export interface CountedMetric extends MetricRules {
  readonly aggregationType: CountedAggregation;
}

export function isCounted<Metric extends MetricRules>(metric: Metric): metric is Metric & CountedMetric {
  return metric.aggregationType !== 'unique_count_agg';
}

/** Builds the counter of a list of events, given in order. */
export function countEvents(metric: CountedMetric, events: readonly UsageEvent[]): Counter {
  const readings =
    metric.aggregationType === 'count_agg' ? plainReadings(events) : numericReadings(events, metric);
  return readings.map(counterOf).reduce(mergeCounters, EMPTY_COUNTER);
}

function counterOf({ at, value, amount }: Reading): Counter {
  const moment = value.times(at.getTime());
  const extremes = { max: value, min: value };
  return { eventsCount: 1n, sum: value, ...extremes, latest: { at, value }, moment, eventsAmount: amount };
}

/** @param later the counter whose events were received later, which decides between equal timestamps. */
export function mergeCounters(earlier: Counter, later: Counter): Counter {
  return {
    eventsCount: earlier.eventsCount + later.eventsCount,
    sum: earlier.sum.plus(later.sum),
    max: choose(earlier.max, later.max, (first, second) => second.gt(first)),
    min: choose(earlier.min, later.min, (first, second) => second.lt(first)),
    latest: choose(earlier.latest, later.latest, (first, second) => second.at >= first.at),
    moment: earlier.moment.plus(later.moment),
    eventsAmount: earlier.eventsAmount.plus(later.eventsAmount),
  };
}

function choose<T>(first: T | null, second: T | null, isSecond: (first: T, second: T) => boolean): T | null {
  if (first === null || second === null) return first ?? second;
  return isSecond(first, second) ? second : first;
}

export interface CounterScope {
  /** Counter of all events before the window; ignored unless the metric is recurring. */
  readonly before: Counter;
  readonly within: Counter;
}

/**
 * Computes usage from counters, not rounded. The result equals that of `aggregate` over the counted events.
 * Source: aggregations.md §4–5, §7.
 */
export function usageOfCounters(
  metric: CountedMetric,
  { before, within }: CounterScope,
  scope: WeighingScope,
): Pick<Usage, 'units' | 'totalAggregatedUnits' | 'eventsCount' | 'eventsAmount'> {
  const held = metric.recurring ? before : EMPTY_COUNTER;
  const all = mergeCounters(held, within);
  if (metric.aggregationType === 'weighted_sum_agg') {
    const units = weightedMean({ before: held, within }, scope);
    const { eventsCount, eventsAmount } = within;
    return { units, totalAggregatedUnits: all.sum, eventsCount, eventsAmount };
  }
  const units = UNITS[metric.aggregationType](all);
  return { units, totalAggregatedUnits: units, eventsCount: all.eventsCount, eventsAmount: all.eventsAmount };
}

const UNITS: Readonly<Record<Exclude<CountedAggregation, 'weighted_sum_agg'>, (counter: Counter) => Big>> = {
  count_agg: ({ eventsCount }) => new Big(eventsCount),
  sum_agg: (counter) => counter.sum,
  max_agg: ({ max }) => max ?? ZERO,
  latest_agg: ({ latest }) => (latest?.value.gt(0) === true ? latest.value : ZERO),
};

/** The carried quantity counts for the whole window, each variation from its instant on: the sum of `v * (to - t)`. */
function weightedMean({ before, within }: CounterScope, scope: WeighingScope): Big {
  const toMs = endMs(scope.window);
  const carried = before.sum.times(toMs - startMs(scope.window));
  return meanQuantity(carried.plus(within.sum.times(toMs)).minus(within.moment), scope);
}
