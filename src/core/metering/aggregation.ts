import { Big, ceilAt, floorAt, numericProperty, roundAt, sum, ZERO } from '../money/decimal.js';
import { contains } from '../time/period.js';
import { itemOperations, presentItems } from './unique-count.js';
import {
  numericReadings,
  plainReadings,
  textProperty,
  type MetricField,
  type Reading,
  type UsageEvent,
} from './usage-event.js';
import { weightedSum, type WeighingScope } from './weighted-sum.js';

/** The settings of a billable metric that determine how events are aggregated. */
export interface MetricRules extends MetricField {
  readonly aggregationType: AggregationType;
  /** True if the quantity is carried over from one window to the next. */
  readonly recurring: boolean;
}

/** The result of aggregating events, not rounded. */
export interface Aggregate {
  /** In the metric's own unit; may be negative. */
  readonly units: Big;
  /** Equal to the units, but for a weighted sum: the quantity at the end (recurring), or its change in the window. */
  readonly totalAggregatedUnits: Big;
  /** The value of each event that counts, in order; for a unique count, one value of 1 per present item. */
  readonly values: readonly Big[];
  /** Sum of the amounts sent with these events, in currency units. */
  readonly eventsAmount: Big;
}

type Aggregation = (events: readonly UsageEvent[], metric: MetricField, scope: WeighingScope) => Aggregate;

const ONE = new Big(1);

/** One function per aggregation type, over events in scope. Source: aggregations.md §5. */
const AGGREGATIONS = {
  count_agg: (events) => aggregateOf(new Big(events.length), plainReadings(events)),

  sum_agg: (events, metric) => {
    const readings = numericReadings(events, metric);
    return aggregateOf(sum(readings.map(({ value }) => value)), readings);
  },

  max_agg: (events, metric) => {
    const readings = numericReadings(events, metric);
    const [first, ...rest] = readings.map(({ value }) => value);
    return aggregateOf(rest.reduce(larger, first ?? ZERO), readings);
  },

  latest_agg: (events, metric) => {
    const readings = numericReadings(events, metric);
    return aggregateOf(larger(ZERO, readings.at(-1)?.value ?? ZERO), readings);
  },

  unique_count_agg: (events, metric) => {
    const items = [...presentItems(itemOperations(events, metric))];
    const units = new Big(items.length);
    return { ...aggregateOf(units, []), values: items.map(() => ONE) };
  },

  weighted_sum_agg: (events, metric, scope) => {
    const variations = numericReadings(events, metric);
    return {
      ...aggregateOf(
        weightedSum(variations, scope),
        variations.filter(({ at }) => at >= scope.window.from),
      ),
      totalAggregatedUnits: sum(variations.map(({ value }) => value)),
    };
  },
} as const satisfies Record<string, Aggregation>;

export type AggregationType = keyof typeof AGGREGATIONS;

/** `custom_agg` is not offered. Source: aggregations.md §9. */
export function isAggregationType(text: string): text is AggregationType {
  return Object.hasOwn(AGGREGATIONS, text);
}

/**
 * Aggregates events one by one. This is the oracle that counters are checked against.
 * @param events from any time; those outside the window are ignored, unless they precede it and the metric is recurring.
 * Source: aggregations.md §4–7.
 */
export function aggregate(
  metric: MetricRules,
  events: readonly UsageEvent[],
  scope: WeighingScope,
): Aggregate {
  return AGGREGATIONS[metric.aggregationType](eventsInScope(metric, events, scope), metric, scope);
}

/** The events that count: those in scope whose property the aggregation accepts. Source: aggregations.md §4–6. */
export function eventsInScope(
  metric: MetricRules,
  events: readonly UsageEvent[],
  { window }: WeighingScope,
): readonly UsageEvent[] {
  const isRead = READS[metric.aggregationType];
  return events.filter(
    ({ at, properties }) =>
      (metric.recurring ? at < window.to : contains(window, at)) &&
      isRead(metric.fieldName === null ? undefined : properties[metric.fieldName]),
  );
}

const isNumeric = (value: unknown) => numericProperty(value) !== null;

/** True if an event with this property value counts. */
const READS: Readonly<Record<AggregationType, (value: unknown) => boolean>> = {
  count_agg: () => true,
  sum_agg: isNumeric,
  max_agg: isNumeric,
  latest_agg: isNumeric,
  unique_count_agg: (value) => textProperty(value) !== null,
  weighted_sum_agg: isNumeric,
};

function aggregateOf(units: Big, readings: readonly Reading[]): Aggregate {
  return {
    units,
    totalAggregatedUnits: units,
    values: readings.map(({ value }) => value),
    eventsAmount: sum(readings.map(({ amount }) => amount)),
  };
}

function larger(first: Big, second: Big): Big {
  return second.gt(first) ? second : first;
}

const ROUNDINGS = { round: roundAt, ceil: ceilAt, floor: floorAt } as const;

export type RoundingFunction = keyof typeof ROUNDINGS;

/** How a billable metric rounds its units. */
export interface UnitsRounding {
  readonly roundingFunction: RoundingFunction | null;
  /** Decimal places, may be negative; null means 0. */
  readonly roundingPrecision: number | null;
}

/** Applies the metric's rounding to units, before pricing. Source: aggregations.md §10. */
export function roundUnits(units: Big, { roundingFunction, roundingPrecision }: UnitsRounding): Big {
  return roundingFunction === null ? units : ROUNDINGS[roundingFunction](units, roundingPrecision ?? 0);
}
