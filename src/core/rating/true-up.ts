import { Big, sum } from '../money/decimal.js';
import { roundHalfAwayFromZero, toPreciseCents } from '../money/money.js';
import { fromPricingCents, toMoney, type FeeMoney, type Pricing } from './pricing.js';

/** The spending minimum of a charge, with all of the charge's fees. */
export interface SpendingMinimum {
  /** For a whole period, in minor units of the currency or pricing unit of the prices. */
  readonly minAmountCents: bigint;
  /** `billedDays` of the charges window. */
  readonly days: number;
  /** Days of the whole period that holds the window. */
  readonly durationDays: number;
  readonly pricing: Pricing;
  readonly fees: readonly FeeMoney[];
}

/**
 * Computes the true-up fee of a charge: the shortfall of its fees, over all filters and groups, to the minimum prorated to
 * the days billed. The fee has one unit of this amount. Its precise amount is computed from precise amounts and may differ
 * from the rounded one by more than rounding.
 * @returns null when there is no shortfall, or one below half a cent.
 * Source: charges.md §9–10.
 */
export function chargeTrueUp(minimum: SpendingMinimum): FeeMoney | null {
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
