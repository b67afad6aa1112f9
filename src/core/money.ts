import { Big } from './decimal.js';

/** Source: charges.md §3. */
const WITHOUT_MINOR_UNIT: ReadonlySet<string> = new Set([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW'],
  ...['PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
]);

/**
 * Decimal places of the minor unit: 0 for JPY, 2 for EUR. No three-decimal currency is accepted; MGA and MRO
 * count hundredths (choice). Source: charges.md §3.
 */
export function currencyDecimals(currency: string): number {
  if (currency === 'CLF') return 4;
  return WITHOUT_MINOR_UNIT.has(currency) ? 0 : 2;
}

/**
 * The rounding of money: to the nearest integer, halves away from zero. Amounts of cents are rounded only
 * here.
 */
export function roundHalfAwayFromZero(value: Big): bigint {
  return BigInt(value.round(0, Big.roundHalfUp).toFixed());
}

/** Major currency units in minor units, not rounded. */
export function toPreciseCents(amount: Big, currency: string): Big {
  return amount.times(subunits(currency));
}

/** Major currency units in whole minor units, rounded once. */
export function toCents(amount: Big, currency: string): bigint {
  return roundHalfAwayFromZero(toPreciseCents(amount, currency));
}

/** Minor units, whole or precise, in major currency units; exact. */
export function fromCents(cents: bigint | Big, currency: string): Big {
  return new Big(cents).div(subunits(currency));
}

function subunits(currency: string): Big {
  return new Big(10).pow(currencyDecimals(currency));
}
