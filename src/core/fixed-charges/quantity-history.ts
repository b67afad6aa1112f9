import { Temporal } from 'temporal-polyfill';
import { localDate } from '../time/calendar.js';
import { roundAt, sum, ZERO, type Big } from '../money/decimal.js';
import { lastInstant, type Period } from '../time/period.js';
import { usageOf, type Usage } from '../usage.js';

/** A quantity of a fixed charge and when it takes effect. Histories are in order of creation; entries are only appended. */
export interface QuantityEntry {
  readonly units: Big;
  readonly effectiveAt: Date;
}

export interface QuantityScope {
  /** The fixed charges window. */
  readonly window: Period;
  /** Days before this instant are paid already (periods.md §9.3); when omitted, no day of the window is. */
  readonly countedFrom?: Date;
  /** Days of the whole period that holds the window. */
  readonly durationDays: number;
  readonly timezone: string;
  /** True if the window ends with an upgrade: the new plan then bills that day (fixed-charges-and-commitments.md §3). */
  readonly isUpgraded: boolean;
}

const SCALE = 6;

/**
 * The quantity of a window: the most recently created of the entries that count in it, so that a change made now
 * supersedes one that was scheduled earlier for later. 0 without entries.
 * Source: fixed-charges-and-commitments.md §2.
 */
export function effectiveUnits(history: readonly QuantityEntry[], window: Period): Big {
  return entriesOf(history, window).at(-1)?.units ?? ZERO;
}

/**
 * The usage of a window that charge models price: the effective quantity and, for a prorated charge, each entry's units
 * weighted by the local days until the next entry. The day of a change counts for the new quantity, the day of an upgrade
 * for the new plan.
 * Source: fixed-charges-and-commitments.md §3–4.
 */
export function fixedChargeUsage(
  history: readonly QuantityEntry[],
  scope: QuantityScope,
  isProrated: boolean,
): Usage {
  const units = effectiveUnits(history, scope.window);
  if (!isProrated) return usageOf(units);
  const proratedUnits = sum(
    coveredDays(history, scope).map(({ units: covered, days }) =>
      roundAt(covered.times(days).div(scope.durationDays), SCALE),
    ),
  );
  return usageOf(units, {
    proration: {
      units: proratedUnits,
      movements: [{ fullUnits: units, paidParts: proratedUnits }],
      partsPerUnit: 1,
    },
  });
}

/** True if all dates of the window are paid already. */
export function isPaidAlready(scope: QuantityScope): boolean {
  const { from, to } = scope.window;
  const countedFrom = countedStart(scope);
  return countedFrom > from && countedFrom >= to;
}

/** True if the window has at least one local day for which prorated quantities are billed. */
export function hasPaidDays(scope: QuantityScope): boolean {
  const firstOn = localDate(countedStart(scope), scope.timezone);
  return Temporal.PlainDate.compare(firstOn, dayAfter(scope)) < 0;
}

/**
 * The usage of a window paid in advance: the quantity in effect at the window's start, for all of its days.
 * Source: fixed-charges-and-commitments.md §6.
 */
export function inAdvanceFixedChargeUsage(
  history: readonly QuantityEntry[],
  scope: QuantityScope,
  isProrated: boolean,
): Usage {
  const { from } = scope.window;
  const units = history.findLast(({ effectiveAt }) => effectiveAt <= from)?.units ?? ZERO;
  return fixedChargeUsage([{ units, effectiveAt: from }], scope, isProrated);
}

function countedStart({ window, countedFrom = window.from }: QuantityScope): Date {
  return countedFrom;
}

/** The entries that take effect inside the window, preceded by the most recently created of those effective before it. */
function entriesOf(history: readonly QuantityEntry[], { from, to }: Period): readonly QuantityEntry[] {
  const before = history.findLastIndex(({ effectiveAt }) => effectiveAt < from);
  return history.filter(
    ({ effectiveAt }, index) => index === before || (effectiveAt >= from && effectiveAt < to),
  );
}

/** The local days of each entry, without entries that were superseded before they took effect. */
function coveredDays(
  history: readonly QuantityEntry[],
  scope: QuantityScope,
): { units: Big; days: number }[] {
  const { window, timezone } = scope;
  const countedFrom = countedStart(scope);
  const entries = entriesOf(history, window);
  const starts = entries
    .filter(
      (entry, index) => !entries.slice(index + 1).some(({ effectiveAt }) => effectiveAt < entry.effectiveAt),
    )
    .map(({ units, effectiveAt }) => ({
      units,
      on: localDate(effectiveAt < countedFrom ? countedFrom : effectiveAt, timezone),
    }));
  const endOn = dayAfter(scope);
  return starts.map(({ units, on }, index) => ({
    units,
    days: on.until(starts[index + 1]?.on ?? endOn).days,
  }));
}

/** The local date after the last one that the window bills. */
function dayAfter({ window, timezone, isUpgraded }: QuantityScope): Temporal.PlainDate {
  return localDate(lastInstant(window), timezone).add({ days: isUpgraded ? 0 : 1 });
}
