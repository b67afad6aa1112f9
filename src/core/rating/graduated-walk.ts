import { Big } from '../decimal.js';
import type { RangeBounds } from './ranges.js';

/** The units of a quantity that lie in one range. */
export interface RangePart<Range> {
  readonly range: Range;
  readonly units: Big;
}

/**
 * Splits a quantity over the ranges it reaches; a fraction above a `toValue` already reaches the next, and no units
 * at all reach the first. Source: charges.md §4.
 */
export function fillRanges<Range extends RangeBounds>(
  ranges: readonly Range[],
  units: Big,
): RangePart<Range>[] {
  const parts: RangePart<Range>[] = [];
  let below = 0;
  for (const range of ranges) {
    const { toValue } = range;
    const top = toValue !== null && units.gte(toValue) ? new Big(toValue) : units;
    // The spec's `top - from + 1`, or `top - from` for adjacent ranges: what lies above the range before.
    parts.push({ range, units: top.minus(below) });
    if (toValue === null || units.lte(toValue)) break;
    below = toValue;
  }
  return parts;
}
