import { Big, ceilAt, floorAt, numericProperty, roundAt, ZERO } from './decimal.js';

/** A stored event as far as aggregation looks at it; those of one metric and window, in order. */
export interface UsageEvent {
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Aggregate {
  /** In the metric's own unit, exact; may be negative. */
  readonly units: Big;
  readonly eventsCount: bigint;
}

type Aggregation = (events: readonly UsageEvent[], fieldName: string) => Aggregate;

const AGGREGATIONS = {
  count_agg: (events) => ({ units: new Big(events.length), eventsCount: BigInt(events.length) }),
  sum_agg: (events, fieldName) => fold(events, fieldName, (sum, value) => sum.plus(value)),
  max_agg: (events, fieldName) => fold(events, fieldName, (max, value) => (value.gt(max) ? value : max)),
} as const satisfies Record<string, Aggregation>;

export type AggregationType = keyof typeof AGGREGATIONS;

export function isAggregationType(text: string): text is AggregationType {
  return Object.hasOwn(AGGREGATIONS, text);
}

/**
 * The units that events add up to, worked out one by one: the oracle that counters are held against. Events
 * whose property is missing or not numeric are ignored, also in the count, except under `count_agg`.
 * @param fieldName the property aggregated; not looked at by `count_agg`.
 * Source: spec/behaviour/aggregations.md §5.
 */
export function aggregate(
  type: AggregationType,
  fieldName: string,
  events: readonly UsageEvent[],
): Aggregate {
  return AGGREGATIONS[type](events, fieldName);
}

function fold(
  events: readonly UsageEvent[],
  fieldName: string,
  step: (result: Big, value: Big) => Big,
): Aggregate {
  const values = events
    .map(({ properties }) => numericProperty(properties[fieldName]))
    .filter((value) => value !== null);
  const [first, ...rest] = values;
  return { units: first === undefined ? ZERO : rest.reduce(step, first), eventsCount: BigInt(values.length) };
}

const ROUNDINGS = { round: roundAt, ceil: ceilAt, floor: floorAt } as const;

export type RoundingFunction = keyof typeof ROUNDINGS;

/**
 * Applies the metric's rounding to aggregated units, before pricing.
 * @param precision decimal places, may be negative; null means 0.
 * Source: spec/behaviour/aggregations.md §10.
 */
export function roundUnits(units: Big, rounding: RoundingFunction | null, precision: number | null): Big {
  return rounding === null ? units : ROUNDINGS[rounding](units, precision ?? 0);
}
