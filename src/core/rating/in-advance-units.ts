import { Big, numericProperty, ZERO } from '../decimal.js';
import { eventsInScope, type AggregationType, type MetricRules } from '../metering/aggregation.js';
import { itemOperations, type ItemOperation } from '../metering/unique-count.js';
import type { UsageEvent } from '../metering/usage-event.js';
import type { WeighingScope } from '../metering/weighted-sum.js';

/** What may be paid in advance, event by event. Source: charges.md §1. */
export type InAdvanceAggregation = Extract<AggregationType, 'count_agg' | 'sum_agg' | 'unique_count_agg'>;

export interface InAdvanceMetric extends MetricRules {
  readonly aggregationType: InAdvanceAggregation;
}

/** Where the units of one bucket stand in the running period; there is none before the first event. */
export interface InAdvanceState {
  /** What came less what went. */
  readonly current: Big;
  /** The highest it ever was: so much is paid. */
  readonly highest: Big;
}

export interface BilledUnits {
  /** Units that the event adds to what is paid. */
  readonly billed: Big;
  /** Units that it moves; negative when it takes some away. */
  readonly moved: Big;
  /** Null where every event is billed on its own. */
  readonly state: InAdvanceState | null;
}

const ONE = new Big(1);

/**
 * The units that an event moves.
 * @param isPresent whether its item was there just before; only looked at when items are counted.
 * @returns null when the property is missing: such an event makes no fee.
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
 * Bills what rises above the highest level of the period: a removal is never refunded, and coming back up to the
 * level is free. Source: charges.md §8.
 */
export function billUnits(
  aggregationType: InAdvanceAggregation,
  moved: Big,
  state: InAdvanceState | null,
): BilledUnits {
  if (aggregationType === 'count_agg') return { billed: moved, moved, state };
  if (state === null) {
    // A sum may start below 0, a count of items not.
    const current = aggregationType === 'sum_agg' ? moved : positive(moved);
    return { billed: positive(moved), moved, state: { current, highest: current } };
  }
  const current = state.current.plus(moved);
  const billed = positive(current.minus(state.highest));
  const highest = billed.gt(0) ? larger(current, billed) : state.highest;
  return { billed, moved, state: { current, highest } };
}

/**
 * Where units stand after events of which none took anything away: as high as ever, so that their total tells it.
 * @param total units that came in the period; of items those that are there.
 */
export function stateWithoutRemovals(
  aggregationType: InAdvanceAggregation,
  total: Big,
): InAdvanceState | null {
  return aggregationType === 'count_agg' ? null : { current: total, highest: total };
}

/** An event that makes a fee, with its units. */
export interface EventUnits {
  readonly event: UsageEvent;
  readonly units: BilledUnits;
}

/**
 * The units of each event of the period that makes a fee, in order: what a kept state is held against.
 * @param events of one bucket, of any time.
 * @param start where they begin, when events of the period came before them that are not given; items are then not told.
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

/** What an event does to an item; undefined when the metric counts none, or the event names none. */
function itemOperation(metric: InAdvanceMetric, event: UsageEvent): ItemOperation | undefined {
  return metric.aggregationType === 'unique_count_agg' ? itemOperations([event], metric)[0] : undefined;
}

function positive(value: Big): Big {
  return larger(value, ZERO);
}

function larger(first: Big, second: Big): Big {
  return first.gt(second) ? first : second;
}
