import { billedDays, daysToEnd, localDate } from '../calendar.js';
import { Big, ceilAt, sum, ZERO } from '../decimal.js';
import type { Period } from '../period.js';
import type { Movement, Proration } from '../usage.js';
import { effectiveOperations, itemOperations, type ItemOperation } from './unique-count.js';
import { numericReadings, type MetricField, type UsageEvent } from './usage-event.js';

/** What days are counted over. */
export interface ProrationScope {
  readonly window: Period;
  /** Days before this instant are paid already (periods.md §9.3); left out: none of the window. */
  readonly countedFrom?: Date;
  /** Days of the whole billing period that holds the window. */
  readonly durationDays: number;
  readonly timezone: string;
  /** Whether the window ends with an upgrade: the day is then paid by the next plan (periods.md §8). */
  readonly isUpgraded: boolean;
}

/** The part of a window whose days count; empty, at its end, when all are paid already. */
export function countedPart({ window, countedFrom }: Pick<ProrationScope, 'window' | 'countedFrom'>): Period {
  const { from, to } = window;
  return countedFrom === undefined || countedFrom <= from
    ? window
    : { from: countedFrom < to ? countedFrom : to, to };
}

const SCALE = 5;
const ONE = new Big(1);

/**
 * Weights each value by the local days from its own to the last paid one of the window, both included; what was held before
 * by all of them. Only sums of values of one day matter to the units, but their order does to the movements.
 * @param events in scope, those before the window included.
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

/** An item present from one day to another. */
interface Stay {
  readonly addedAt: Date;
  removedAt: Date | null;
}

/**
 * Weights each item by the local days it was there, the first and the last included. Items removed before the
 * window take part in nothing.
 * @param events in scope, those before the window included.
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

/** Drops removals that the same item's return makes up for later on the same local day. */
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

/** What changes, in order, each with the stay that it begins or ends. */
function stepsOf(operations: readonly ItemOperation[]): { kind: ItemOperation['kind']; stay: Stay }[] {
  const open = new Map<string, Stay>();
  return effectiveOperations(operations).map(({ at, item, kind }) => {
    if (kind === 'add') {
      const stay: Stay = { addedAt: at, removedAt: null };
      open.set(item, stay);
      return { kind, stay };
    }
    const stay = open.get(item) as Stay; // an effective removal ends a stay
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
 * Counts local days from that of an instant, or from the first one that is not paid yet, to the last one that the window pays
 * for: the next plan pays that of an upgrade.
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
