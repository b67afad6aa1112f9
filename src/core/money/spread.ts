import { type Big, divideAt, roundAt, sum, ZERO } from './decimal.js';

/**
 * Spreads an amount over parts in proportion to their weights. No other function does: shares are rounded, and this one alone
 * sees to it that they add up to the amount.
 * @param amount at least 0; of more than all weights together, only that much is spread.
 * @param weights at least 0, with at most `scale` decimal places: also the most that each part takes.
 * @returns shares with `scale` decimal places, in the order of the parts. The largest one takes what rounding leaves.
 * Source: coupons.md §5; docs/adr/0127.
 */
export function spread(amount: Big, weights: readonly Big[], scale: number): Big[] {
  const base = sum(weights);
  if (base.lte(0)) return weights.map(() => ZERO);
  if (amount.gte(base)) return [...weights];
  const shares = weights.map((weight) => divideAt(amount.times(weight), base, scale));
  return withRest(shares, amount.minus(sum(shares)), { most: weights });
}

/**
 * Rounds parts that are known but for their rounding, so that they add up to the total: the largest one takes what is missing.
 * @param parts at least 0.
 * @param most bounds each part, which then stays between 0 and its bound, if the bounds together have room for the total.
 * Source: documents-and-emails.md §3; docs/adr/0127.
 */
export function roundedParts(
  parts: readonly Big[],
  total: Big,
  { scale, most }: { readonly scale: number; readonly most: readonly Big[] },
): Big[] {
  const rounded = parts.map((part) => roundAt(part, scale));
  const completed = withRest(rounded, total.minus(sum(rounded)), { most, order: parts });
  return withRest(completed, total.minus(sum(completed)), { order: parts });
}

/**
 * Gives the rest of an amount to the largest part, the first of several.
 * @param limits.most bounds each part, which then stays between 0 and its bound: the next largest takes what does not fit.
 * @param limits.order says which parts are larger, if not they themselves do.
 */
export function withRest(
  parts: readonly Big[],
  rest: Big,
  { most, order = parts }: { readonly most?: readonly Big[]; readonly order?: readonly Big[] } = {},
): Big[] {
  if (rest.eq(0)) return [...parts];
  const completed = [...parts];
  let left = rest;
  for (const index of largestFirst(order)) {
    const part = parts[index] ?? ZERO;
    const given =
      most === undefined ? left : between(left, ZERO.minus(part), (most[index] ?? part).minus(part));
    completed[index] = part.plus(given);
    left = left.minus(given);
    if (left.eq(0)) break;
  }
  return completed;
}

function largestFirst(parts: readonly Big[]): number[] {
  return [...parts.keys()].toSorted((one, other) => (parts[other] ?? ZERO).cmp(parts[one] ?? ZERO));
}

function between(value: Big, least: Big, most: Big): Big {
  if (value.gt(most)) return most;
  return value.lt(least) ? least : value;
}
