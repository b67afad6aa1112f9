import { Big, divideAt, roundAt, sum, ZERO } from './decimal.js';

const ONE = new Big(1);

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

/**
 * Cuts parts to whole numbers that add up to a whole total: those with the largest remainders take what is missing, those with
 * the smallest give what is too much, one unit each; of equal ones the first.
 * @param parts at least 0.
 * @returns null if more than one unit a part would be needed, or a part would fall below 0.
 * Source: integrations.md §7; docs/adr/0127.
 */
export function wholeParts(parts: readonly Big[], total: Big): Big[] | null {
  const cut = parts.map((part) => part.round(0, Big.roundDown));
  const remainders = parts.map((part, index) => part.minus(cut[index] ?? ZERO));
  const isTooMuch = total.lt(sum(cut));
  const order = largestFirst(isTooMuch ? remainders.map((rest) => ZERO.minus(rest)) : remainders);
  return withUnits(cut, total, order);
}

/**
 * Gives or takes a unit of each of the largest parts, until they add up to the total; of equal ones the first.
 * @param parts whole numbers of at least 0.
 * @returns null if more than one unit a part would be needed, or a part would fall below 0. Source: integrations.md §7.
 */
export function withUnits(
  parts: readonly Big[],
  total: Big,
  order: readonly number[] = largestFirst(parts),
): Big[] | null {
  const missing = total.minus(sum(parts));
  const unit = missing.lt(0) ? ONE.times(-1) : ONE;
  const changed = new Set(order.slice(0, Number(missing.abs())));
  const completed = parts.map((part, index) => (changed.has(index) ? part.plus(unit) : part));
  return sum(completed).eq(total) && completed.every((part) => part.gte(0)) ? completed : null;
}

function largestFirst(parts: readonly Big[]): number[] {
  return [...parts.keys()].toSorted((one, other) => (parts[other] ?? ZERO).cmp(parts[one] ?? ZERO));
}

function between(value: Big, least: Big, most: Big): Big {
  if (value.gt(most)) return most;
  return value.lt(least) ? least : value;
}
