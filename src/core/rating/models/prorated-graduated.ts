import { Big, sum, ZERO } from '../../money/decimal.js';
import type { Movement, Proration } from '../../usage.js';
import type { GraduatedRange } from './graduated-range.js';

/** A range that covers quantities above `lower`, up to and including `upper`. The first one also covers those below 0. */
interface Tier {
  /** Null on the first. */
  readonly lower: number | null;
  /** Null on the last. */
  readonly upper: number | null;
  readonly perUnitAmount: string;
  readonly flatAmount: string;
}

/**
 * Prices a quantity that moves up and down the ranges: each part of a movement costs the unit amount of its range, in
 * proportion to the movement's days. Flat amounts are due in full, up to the highest range ever reached.
 * @returns currency units; 0 when the quantity ends below 0.
 * Source: charges.md §7.
 */
export function proratedGraduatedAmount(
  ranges: readonly GraduatedRange[],
  { movements, partsPerUnit }: Pick<Proration, 'movements' | 'partsPerUnit'>,
): Big {
  const tiers = tiersOf(ranges);
  let quantity = ZERO;
  let highest = ZERO;
  let parts = ZERO;
  for (const movement of movements) {
    const next = quantity.plus(movement.fullUnits);
    if (isWithoutEffect(movement, next)) continue;
    parts = parts.plus(partsOf(movement, tiers, quantity));
    quantity = next;
    if (quantity.gt(highest)) highest = quantity;
  }
  if (quantity.lt(0)) return ZERO;
  const reached = tiers.filter(({ lower }) => lower === null || highest.gt(lower));
  const flatAmounts = sum(reached.map(({ flatAmount }) => new Big(flatAmount)));
  return parts.gt(0) ? flatAmounts.plus(parts.div(partsPerUnit)) : flatAmounts;
}

function tiersOf(ranges: readonly GraduatedRange[]): Tier[] {
  let lower: number | null = null;
  return ranges.map(({ toValue: upper, perUnitAmount, flatAmount }) => {
    const tier = { lower, upper, perUnitAmount, flatAmount };
    lower = upper;
    return tier;
  });
}

/** True if a movement is skipped: units added without a day to pay for, and removals of units so skipped. */
function isWithoutEffect({ fullUnits, paidParts }: Movement, next: Big): boolean {
  return paidParts.eq(0) && (fullUnits.gt(0) || next.lt(0));
}

/** The price of a movement in parts of a currency unit, as its `paidParts` are in parts of a unit. */
function partsOf({ fullUnits, paidParts }: Movement, tiers: readonly Tier[], start: Big): Big {
  const end = start.plus(fullUnits);
  const amounts = tiers.map((tier) => {
    const inside = clamp(end, tier).minus(clamp(start, tier));
    // A movement of 0 units occupies no range. If it has paid days, they are charged in the first range.
    const weight = fullUnits.eq(0) && tier.lower === null ? 1 : inside;
    return new Big(tier.perUnitAmount).times(weight);
  });
  return sum(amounts)
    .times(paidParts)
    .div(fullUnits.eq(0) ? 1 : fullUnits);
}

function clamp(value: Big, { lower, upper }: Tier): Big {
  if (lower !== null && value.lt(lower)) return new Big(lower);
  return upper !== null && value.gt(upper) ? new Big(upper) : value;
}
