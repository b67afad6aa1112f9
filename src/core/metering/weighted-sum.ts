import { ceilAt, sum, ZERO, type Big } from '../money/decimal.js';
import { lastInstant, type Period } from '../time/period.js';
import type { Reading } from './usage-event.js';

export interface WeighingScope {
  readonly window: Period;
  /** Days of the whole billing period that holds the window. */
  readonly durationDays: number;
}

const SCALE = 20;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * Computes the mean of a quantity over a whole billing period, each level weighted by the time it lasted.
 * @param variations changes of the quantity, in order; those before the window add up to its level at the window's start.
 * Source: aggregations.md §7.
 */
export function weightedSum(variations: readonly Reading[], scope: WeighingScope): Big {
  const { window } = scope;
  const before = variations.filter(({ at }) => at < window.from);
  let held = sum(before.map(({ value }) => value));
  let sinceMs = startMs(window);
  let integralMs = ZERO;
  for (const { at, value } of variations.slice(before.length)) {
    integralMs = integralMs.plus(held.times(at.getTime() - sinceMs));
    held = held.plus(value);
    sinceMs = at.getTime();
  }
  return meanQuantity(integralMs.plus(held.times(endMs(window) - sinceMs)), scope);
}

/** @param integralMs sum of each quantity times the milliseconds it lasted. */
export function meanQuantity(integralMs: Big, { durationDays }: WeighingScope): Big {
  return ceilAt(integralMs.div(durationDays * DAY_MS), SCALE);
}

/**
 * The instant from which a window counts the quantity carried into it: the same instant at which the window before stops
 * counting, so that no part of a second of an upgrade counts in both windows or in neither.
 */
export function startMs({ from }: Period): number {
  return endMs({ from, to: from });
}

/** The instant up to which a window counts quantities: its last instant, rounded up to a whole second. */
export function endMs(window: Period): number {
  return Math.ceil(lastInstant(window).getTime() / SECOND_MS) * SECOND_MS;
}
