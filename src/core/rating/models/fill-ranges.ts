import { Big } from '../../money/decimal.js';
import type { RangeBounds } from './ranges.js';

/** The units of a quantity that lie in one range. */
export interface RangePart<Range> {
  readonly range: Range;
  readonly units: Big;
}

/**
 * Splits a quantity over the ranges it reaches. A fraction above a `toValue` reaches the next range, and a quantity of 0
 * reaches the first. Source: charges.md §4.
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
    // The units above the end of the previous range: the spec's `top - from + 1`, or `top - from` for adjacent ranges.
    parts.push({ range, units: top.minus(below) });
    if (toValue === null || units.lte(toValue)) break;
    below = toValue;
  }
  return parts;
}
