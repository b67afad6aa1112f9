import { Big, roundAt } from '../money/decimal.js';
import { currencyDecimals, fromCents, roundHalfAwayFromZero, toCents } from '../money/money.js';

/** The unit in which the prices of a charge are expressed: its currency, or a pricing unit converted to it. */
export interface Pricing {
  readonly currency: string;
  /** Currency units for one pricing unit; null when prices are in the currency itself. */
  readonly conversionRate: Big | null;
}

/** The result of a charge model, in the currency or pricing unit of its prices, not rounded. */
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
  /** The amounts in the pricing unit; null when prices are in the currency. */
  readonly pricingUnit: PricingUnitMoney | null;
}

/** The amounts of a fee in a pricing unit; `...Cents` are hundredths of it. */
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
 * Rounds the result of a charge model to the currency's minor units. Amounts in a pricing unit are first rounded to its
 * hundredths, then converted. Source: charges.md §3, §10.
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

/** Converts minor units of the currency or pricing unit of the prices to whole units: 12.5 cents are 0.125. */
export function fromPricingCents(cents: bigint | Big, { currency, conversionRate }: Pricing): Big {
  return conversionRate === null ? fromCents(cents, currency) : new Big(cents).div(PRICING_CENTS);
}

/** Rounds an amount to minor units of the currency or pricing unit of the prices. */
export function roundToPricing(amount: Big, { currency, conversionRate }: Pricing): Big {
  return roundAt(amount, conversionRate === null ? currencyDecimals(currency) : PRICING_SCALE);
}
