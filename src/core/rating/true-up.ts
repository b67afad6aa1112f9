import { Big, sum } from '../decimal.js';
import { roundHalfAwayFromZero, toPreciseCents } from '../money.js';
import { fromPricingCents, toMoney, type FeeMoney, type Pricing } from './pricing.js';

/** A charge that is to bring in a minimum, with all of its fees. */
export interface SpendingMinimum {
  /** Minor units of what its prices are expressed in, for a whole period. */
  readonly minAmountCents: bigint;
  /** `billedDays` of the charges window. */
  readonly days: number;
  /** Days of the whole period that holds the window. */
  readonly durationDays: number;
  readonly pricing: Pricing;
  readonly fees: readonly FeeMoney[];
}

/**
 * What the fees of a charge, over all filters and groups, lack to its minimum for the days billed. The fee has one
 * unit of this amount. Its precise amount is taken from precise ones: it may differ by more than rounding.
 * @returns null when nothing is lacking, or less than half a cent.
 * Source: charges.md §9–10.
 */
export function trueUpOf(minimum: SpendingMinimum): FeeMoney | null {
  const { minAmountCents, days, durationDays, pricing, fees } = minimum;
  const dueCents = new Big(minAmountCents).times(days).div(durationDays);
  const lackingCents = dueCents.minus(sum(fees.map((fee) => new Big(pricedCents(fee)))));
  const roundedCents = roundHalfAwayFromZero(lackingCents);
  if (roundedCents <= 0n) return null;
  const preciseCents = dueCents.minus(sum(fees.map((fee) => precisePricedCents(fee, pricing))));
  const money = toMoney(
    { amount: fromPricingCents(lackingCents, pricing), unitAmount: fromPricingCents(roundedCents, pricing) },
    pricing,
  );
  return money.pricingUnit === null
    ? { ...money, preciseAmount: fromPricingCents(preciseCents, pricing) }
    : { ...money, pricingUnit: { ...money.pricingUnit, preciseAmountCents: preciseCents } };
}

function pricedCents({ amountCents, pricingUnit }: FeeMoney): bigint {
  return pricingUnit?.amountCents ?? amountCents;
}

function precisePricedCents({ preciseAmount, pricingUnit }: FeeMoney, { currency }: Pricing): Big {
  return pricingUnit?.preciseAmountCents ?? toPreciseCents(preciseAmount, currency);
}
