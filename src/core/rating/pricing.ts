import { Big, roundAt } from '../decimal.js';
import { currencyDecimals, fromCents, roundHalfAwayFromZero, toCents } from '../money.js';

/** What the prices of a charge are expressed in. */
export interface Pricing {
  readonly currency: string;
  /** Currency units for one pricing unit; null when prices are in the currency itself. */
  readonly conversionRate: Big | null;
}

/** What the model gives, in the units of its prices, exact. */
export interface PreciseAmounts {
  readonly amount: Big;
  /** For one unit of usage. */
  readonly unitAmount: Big;
}

/** The amounts of a fee. */
export interface FeeMoney {
  /** Minor units of the currency, rounded once. */
  readonly amountCents: bigint;
  /** Currency units, not rounded. */
  readonly preciseAmount: Big;
  readonly preciseUnitAmount: Big;
  /** The same in hundredths of the pricing unit; null when prices are in the currency. */
  readonly pricingUnit: PricingUnitMoney | null;
}

export interface PricingUnitMoney {
  readonly amountCents: bigint;
  readonly preciseAmountCents: Big;
  readonly unitAmountCents: bigint;
  /** In whole pricing units. */
  readonly preciseUnitAmount: Big;
  readonly conversionRate: Big;
}

/** Pricing units have two decimals. */
const PRICING_SCALE = 2;
const PRICING_CENTS = 100;

/**
 * Rounds what a model gives to money: at once, or first to hundredths of the pricing unit, which are then
 * converted. Source: charges.md §3, §10.
 */
export function toMoney({ amount, unitAmount }: PreciseAmounts, pricing: Pricing): FeeMoney {
  const { currency, conversionRate } = pricing;
  if (conversionRate === null) {
    return {
      amountCents: toCents(amount, currency),
      preciseAmount: amount,
      preciseUnitAmount: unitAmount,
      pricingUnit: null,
    };
  }
  const preciseAmount = roundAt(amount, PRICING_SCALE).times(conversionRate);
  return {
    amountCents: toCents(preciseAmount, currency),
    preciseAmount,
    preciseUnitAmount: unitAmount.times(conversionRate),
    pricingUnit: {
      amountCents: roundHalfAwayFromZero(amount.times(PRICING_CENTS)),
      preciseAmountCents: amount.times(PRICING_CENTS),
      unitAmountCents: roundHalfAwayFromZero(unitAmount.times(PRICING_CENTS)),
      preciseUnitAmount: unitAmount,
      conversionRate,
    },
  };
}

/** Minor units of what prices are expressed in, as units of it: 12.5 cents are 0.125. */
export function fromPricingCents(cents: bigint | Big, { currency, conversionRate }: Pricing): Big {
  return conversionRate === null ? fromCents(cents, currency) : new Big(cents).div(PRICING_CENTS);
}

/** An amount in what prices are expressed in, rounded to its minor units. */
export function roundToPricing(amount: Big, { currency, conversionRate }: Pricing): Big {
  return roundAt(amount, conversionRate === null ? currencyDecimals(currency) : PRICING_SCALE);
}
