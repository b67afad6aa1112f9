import { Big, numericProperty, ZERO } from '../../money/decimal.js';
import { eventsInScope, type AggregationType, type MetricRules } from '../../metering/aggregation.js';
import { itemOperations, type ItemOperation } from '../../metering/unique-count.js';
import type { UsageEvent } from '../../metering/usage-event.js';
import type { WeighingScope } from '../../metering/weighted-sum.js';

/** The aggregations that a charge in advance may bill event by event. Source: charges.md §1. */
export type InAdvanceAggregation = Extract<AggregationType, 'count_agg' | 'sum_agg' | 'unique_count_agg'>;

export interface InAdvanceMetric extends MetricRules {
  readonly aggregationType: InAdvanceAggregation;
}

/** The level of one bucket's units in the period in progress; there is none before the first event. */
export interface InAdvanceState {
  /** Units added in the period minus units removed. */
  readonly current: Big;
  /** The highest level reached in the period, which is the quantity paid. */
  readonly highest: Big;
}

export interface BilledUnits {
  /** Units that the event adds to the quantity paid. */
  readonly billed: Big;
  /** Units that the event adds; negative when it removes some. */
  readonly moved: Big;
  /** Null where every event is billed on its own. */
  readonly state: InAdvanceState | null;
}

const ONE = new Big(1);

/**
 * The units that an event adds or, if negative, removes.
 * @param isPresent true if the event's item was present just before it; used by unique counts only.
 * @returns null when the property is missing: such an event has no fee.
 * Source: charges.md §8.
 */
export function unitsMoved(metric: InAdvanceMetric, event: UsageEvent, isPresent: boolean): Big | null {
  if (metric.aggregationType === 'count_agg') return ONE;
  if (metric.aggregationType === 'sum_agg')
    return metric.fieldName === null ? null : numericProperty(event.properties[metric.fieldName]);
  const operation = itemOperation(metric, event);
  if (operation === undefined) return null;
  const hasEffect = isPresent === (operation.kind === 'remove');
  if (!hasEffect) return ZERO;
  return isPresent ? ONE.neg() : ONE;
}

/**
 * Bills the units above the highest level of the period: a removal is never refunded, and a return to the highest level is
 * free. Source: charges.md §8.
 */
export function billUnits(
  aggregationType: InAdvanceAggregation,
  moved: Big,
  state: InAdvanceState | null,
): BilledUnits {
  if (aggregationType === 'count_agg') return { billed: moved, moved, state };
  if (state === null) {
    // A sum may start below 0, a unique count may not.
    const current = aggregationType === 'sum_agg' ? moved : positive(moved);
    return { billed: positive(moved), moved, state: { current, highest: current } };
  }
  const current = state.current.plus(moved);
  const billed = positive(current.minus(state.highest));
  const highest = billed.gt(0) ? larger(current, billed) : state.highest;
  return { billed, moved, state: { current, highest } };
}

/**
 * The level after events none of which removed units: their total is also the highest level.
 * @param total units added in the period; for a unique count, the items present.
 */
export function stateWithoutRemovals(
  aggregationType: InAdvanceAggregation,
  total: Big,
): InAdvanceState | null {
  return aggregationType === 'count_agg' ? null : { current: total, highest: total };
}

/** An event that has a fee, with its units. */
export interface EventUnits {
  readonly event: UsageEvent;
  readonly units: BilledUnits;
}

/**
 * The units of each event of the period that has a fee, in order: the oracle that stored states are checked against.
 * @param events of one bucket, from any time.
 * @param start the level before the first of these events, if earlier events of the period are omitted. Unique counts
 *   cannot omit any, since which items are present would be unknown.
 */
export function billEvents(
  metric: InAdvanceMetric,
  events: readonly UsageEvent[],
  scope: WeighingScope,
  start: InAdvanceState | null = null,
): EventUnits[] {
  const present = new Set<string>();
  const bills: EventUnits[] = [];
  let state = start;
  for (const event of eventsInScope(metric, events, scope)) {
    const operation = itemOperation(metric, event);
    const moved = unitsMoved(metric, event, present.has(operation?.item ?? ''));
    if (operation?.kind === 'add') present.add(operation.item);
    if (operation?.kind === 'remove') present.delete(operation.item);
    if (moved === null || event.at < scope.window.from) continue;
    const units = billUnits(metric.aggregationType, moved, state);
    bills.push({ event, units });
    state = units.state;
  }
  return bills;
}

/** The item that an event adds or removes; undefined when the metric counts no items or the event names none. */
function itemOperation(metric: InAdvanceMetric, event: UsageEvent): ItemOperation | undefined {
  return metric.aggregationType === 'unique_count_agg' ? itemOperations([event], metric)[0] : undefined;
}

function positive(value: Big): Big {
  return larger(value, ZERO);
}

function larger(first: Big, second: Big): Big {
  return first.gt(second) ? first : second;
}
