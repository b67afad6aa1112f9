import { Big } from './decimal.js';

/** Currencies without a minor unit. Source: charges.md §3. */
const WITHOUT_MINOR_UNIT: ReadonlySet<string> = new Set([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW'],
  ...['PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
]);

/** Currencies whose minor unit is a thousandth. Source: taxes.md, conventions. */
const IN_THOUSANDTHS: ReadonlySet<string> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

/** Minor units in a currency unit, and currency units in a minor unit, by the decimal places of the latter. */
const SUBUNITS = { 0: new Big(1), 2: new Big(100), 3: new Big(1_000), 4: new Big(10_000) };
const MINOR_UNITS = { 0: new Big(1), 2: new Big('0.01'), 3: new Big('0.001'), 4: new Big('0.0001') };

/**
 * Decimal places of the minor unit: 0 for JPY, 2 for EUR, 3 for KWD. MGA and MRO count hundredths (choice).
 * Source: charges.md §3.
 */
export function currencyDecimals(currency: string): 0 | 2 | 3 | 4 {
  if (currency === 'CLF') return 4;
  if (IN_THOUSANDTHS.has(currency)) return 3;
  return WITHOUT_MINOR_UNIT.has(currency) ? 0 : 2;
}

/** Rounds an amount of cents to the nearest integer, halves away from zero. No other function rounds cents. */
export function roundHalfAwayFromZero(value: Big): bigint {
  return BigInt(value.round(0, Big.roundHalfUp).toFixed());
}

/** Converts major currency units to minor units, not rounded. */
export function toPreciseCents(amount: Big, currency: string): Big {
  return amount.times(SUBUNITS[currencyDecimals(currency)]);
}

/** Converts major currency units to whole minor units, rounded once. */
export function toCents(amount: Big, currency: string): bigint {
  return roundHalfAwayFromZero(toPreciseCents(amount, currency));
}

/** Converts minor units, whole or precise, to major currency units; exact. */
export function fromCents(cents: bigint | Big, currency: string): Big {
  return new Big(cents).times(MINOR_UNITS[currencyDecimals(currency)]);
}
