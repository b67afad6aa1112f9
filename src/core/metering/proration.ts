import { billedDays, daysToEnd, localDate } from '../time/calendar.js';
import { Big, ceilAt, sum, ZERO } from '../money/decimal.js';
import type { Period } from '../time/period.js';
import type { Movement, Proration } from '../usage.js';
import { effectiveOperations, itemOperations, type ItemOperation } from './unique-count.js';
import { numericReadings, type MetricField, type UsageEvent } from './usage-event.js';

/** The window and period over which proration counts days. */
export interface ProrationScope {
  readonly window: Period;
  /** Days before this instant are paid already (periods.md §9.3); when omitted, no day of the window is. */
  readonly countedFrom?: Date;
  /** Days of the whole billing period that holds the window. */
  readonly durationDays: number;
  readonly timezone: string;
  /** True if the window ends with an upgrade: the next plan then bills that day (periods.md §8). */
  readonly isUpgraded: boolean;
}

/** The part of a window whose days count; when all are paid already, an empty period at the window's end. */
export function countedPart({ window, countedFrom }: Pick<ProrationScope, 'window' | 'countedFrom'>): Period {
  const { from, to } = window;
  return countedFrom === undefined || countedFrom <= from
    ? window
    : { from: countedFrom < to ? countedFrom : to, to };
}

const SCALE = 5;
const ONE = new Big(1);

/**
 * Weights each value by the local days from its own to the last billed one of the window, both included, and the quantity
 * carried into the window by all of its days. The order of values within a day affects the movements, not the units.
 * @param events in scope, including those before the window.
 * Source: aggregations.md §8.
 */
export function prorateSum(
  events: readonly UsageEvent[],
  metric: MetricField,
  scope: ProrationScope,
): Proration {
  const readings = numericReadings(events, metric);
  const current = readings.filter(({ at }) => at >= scope.window.from);
  const held = sum(readings.slice(0, readings.length - current.length).map(({ value }) => value));
  const daysSince = paidDaysSince(scope);
  const weighted = [
    { value: held, days: billedDays(countedPart(scope), scope.timezone, scope.isUpgraded) },
    ...current.map(({ at, value }) => ({ value, days: daysSince(at) })),
  ];
  const movements = weighted.map(({ value, days }) => ({ fullUnits: value, paidParts: value.times(days) }));
  return {
    units: share(sum(movements.map(({ paidParts }) => paidParts)), scope),
    movements,
    partsPerUnit: scope.durationDays,
  };
}

/** The time during which an item is present. */
interface Stay {
  readonly addedAt: Date;
  removedAt: Date | null;
}

/**
 * Weights each item by the local days on which it was present, first and last day included. Items removed before the
 * window are ignored.
 * @param events in scope, including those before the window.
 * Source: aggregations.md §8; charges.md §7.
 */
export function prorateUniqueCount(
  events: readonly UsageEvent[],
  metric: MetricField,
  scope: ProrationScope,
): Proration {
  const steps = stepsOf(withoutReplacements(itemOperations(events, metric), scope)).filter(
    ({ stay }) => stay.removedAt === null || stay.removedAt >= scope.window.from,
  );
  const daysOf = daysOfStay(scope);
  const moves = steps.map(({ kind, stay }) => ({ kind, days: new Big(daysOf(stay)) }));
  return {
    units: share(sum(moves.map(({ kind, days }) => (kind === 'add' ? days : ZERO))), scope),
    movements: moves.map(({ kind, days }): Movement =>
      kind === 'add'
        ? { fullUnits: ONE, paidParts: share(days, scope) }
        : { fullUnits: ONE.neg(), paidParts: ZERO },
    ),
    partsPerUnit: 1,
  };
}

/** Drops removals of items that are added again later on the same local day. */
function withoutReplacements(
  operations: readonly ItemOperation[],
  { timezone }: ProrationScope,
): ItemOperation[] {
  const returnedOn = new Map<string, string>();
  const kept: ItemOperation[] = [];
  for (const operation of operations.toReversed()) {
    const on = localDate(operation.at, timezone).toString();
    if (operation.kind === 'add') returnedOn.set(operation.item, on);
    else if (returnedOn.get(operation.item) === on) continue;
    kept.push(operation);
  }
  return kept.toReversed();
}

/** The operations that change something, in order, each with the stay that it begins or ends. */
function stepsOf(operations: readonly ItemOperation[]): { kind: ItemOperation['kind']; stay: Stay }[] {
  const open = new Map<string, Stay>();
  return effectiveOperations(operations).map(({ at, item, kind }) => {
    if (kind === 'add') {
      const stay: Stay = { addedAt: at, removedAt: null };
      open.set(item, stay);
      return { kind, stay };
    }
    const stay = open.get(item) as Stay; // an effective removal always ends an open stay
    stay.removedAt = at;
    return { kind, stay };
  });
}

function daysOfStay(scope: ProrationScope): (stay: Stay) => number {
  const { timezone } = scope;
  const countedFrom = countedPart(scope).from;
  const daysSince = paidDaysSince(scope);
  return ({ addedAt, removedAt }) => {
    if (removedAt === null) return daysSince(addedAt);
    const firstOn = localDate(later(addedAt, countedFrom), timezone);
    return Math.max(0, firstOn.until(localDate(removedAt, timezone)).days + 1);
  };
}

/**
 * Returns a function that counts the local days from an instant, or from the first day not paid yet, to the last day that
 * the window bills. The next plan bills the day of an upgrade.
 */
function paidDaysSince(scope: ProrationScope): (at: Date) => number {
  const counted = countedPart(scope);
  const daysSince = daysToEnd(counted, scope.timezone);
  return (at) => Math.max(0, daysSince(later(at, counted.from)) - (scope.isUpgraded ? 1 : 0));
}

function later(one: Date, other: Date): Date {
  return one < other ? other : one;
}

function share(unitDays: Big, { durationDays }: ProrationScope): Big {
  return ceilAt(unitDays.div(durationDays), SCALE);
}
