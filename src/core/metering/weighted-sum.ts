import { ceilAt, sum, ZERO, type Big } from '../decimal.js';
import { lastInstant, type Period } from '../period.js';
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
 * The mean of a quantity over a whole billing period, each level weighted by the time it was held.
 * @param variations of the quantity, in order; those before the window make up what it starts with.
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

/** @param integralMs quantity times the milliseconds it was held, added up. */
export function meanQuantity(integralMs: Big, { durationDays }: WeighingScope): Big {
  return ceilAt(integralMs.div(durationDays * DAY_MS), SCALE);
}

/**
 * From when on what was there before the window is held: from where it is held no longer in a window that ends where this
 * one begins, so that of an upgrade no part of a second counts in both, or in none.
 */
export function startMs({ from }: Period): number {
  return endMs({ from, to: from });
}

/** Up to which quantities are held: the last instant of the window, raised to a whole second. */
export function endMs(window: Period): number {
  return Math.ceil(lastInstant(window).getTime() / SECOND_MS) * SECOND_MS;
}
