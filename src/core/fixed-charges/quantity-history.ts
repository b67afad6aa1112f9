import { Temporal } from 'temporal-polyfill';
import { localDate } from '../calendar.js';
import { roundAt, sum, ZERO, type Big } from '../decimal.js';
import { lastInstant, type Period } from '../period.js';
import { usageOf, type Usage } from '../usage.js';

/** A quantity of a fixed charge and when it takes effect; histories are in order of creation and only grow. */
export interface QuantityEntry {
  readonly units: Big;
  readonly effectiveAt: Date;
}

export interface QuantityScope {
  /** Fixed charges window. */
  readonly window: Period;
  /** Days before this instant are paid already (periods.md §9.3); left out: none of the window. */
  readonly countedFrom?: Date;
  /** Days of the whole period that holds the window. */
  readonly durationDays: number;
  readonly timezone: string;
  /** Whether the window ends with an upgrade: the new plan then pays that day (fixed-charges-and-commitments.md §3). */
  readonly isUpgraded: boolean;
}

const SCALE = 6;

/**
 * The quantity of a window: the last created of the entries that count in it, so that a change made now supersedes
 * one that was scheduled earlier for later. 0 without entries.
 * Source: fixed-charges-and-commitments.md §2.
 */
export function effectiveUnits(history: readonly QuantityEntry[], window: Period): Big {
  return entriesOf(history, window).at(-1)?.units ?? ZERO;
}

/**
 * The usage of a window, as charge models price it: the effective quantity and, when the charge is prorated, each
 * entry's units by the local days until the next one. The day of a change counts for the new quantity, and the day of an
 * upgrade for the new plan.
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

/** Whether all dates of the window are paid already. */
export function isPaidAlready(scope: QuantityScope): boolean {
  const { from, to } = scope.window;
  const countedFrom = countedStart(scope);
  return countedFrom > from && countedFrom >= to;
}

/** Whether prorated quantities are paid for at least one local day of the window. */
export function hasPaidDays(scope: QuantityScope): boolean {
  const firstOn = localDate(countedStart(scope), scope.timezone);
  return Temporal.PlainDate.compare(firstOn, dayAfter(scope)) < 0;
}

/**
 * The same for a window that is paid in advance: the quantity in effect at its start, for all of its days.
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

/** Those effective inside the window, after the last created of those before. */
function entriesOf(history: readonly QuantityEntry[], { from, to }: Period): readonly QuantityEntry[] {
  const before = history.findLastIndex(({ effectiveAt }) => effectiveAt < from);
  return history.filter(
    ({ effectiveAt }, index) => index === before || (effectiveAt >= from && effectiveAt < to),
  );
}

/** The local days of each entry, but of those superseded before they came into effect. */
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

/** The local day after the last one that the window pays for. */
function dayAfter({ window, timezone, isUpgraded }: QuantityScope): Temporal.PlainDate {
  return localDate(lastInstant(window), timezone).add({ days: isUpgraded ? 0 : 1 });
}
