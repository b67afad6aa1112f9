import Big from 'big.js';
import { ExactNumber, MOST_DIGITS } from './exact-number.js';

/**
 * Exact decimals. Core multiplies first and divides once, by days, package sizes or 100: with 40 decimal places no
 * quotient that is close to a rounding tie is mistaken for the tie.
 */
Big.DP = 40;
Big.RM = Big.roundHalfUp; // big.js "half up" is half away from zero

export { Big };

export const ZERO = new Big(0);

const HUNDREDTH = new Big('0.01');

/** Source: rest-conventions.md §14. */
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,15})?$/;

/** Reads `-?digits[.digits]`, at most 30 digits before and 15 after the point; null for any other text. */
export function parseDecimal(text: string): Big | null {
  return DECIMAL.test(text) ? new Big(text) : null;
}

/** The text of numeric event properties. Source: aggregations.md §5. */
const NUMERIC = /^-?\d+(?:\.\d+)?$/;

/** Values of events are below this. Source: rest-conventions.md §14. */
const NUMERIC_LIMIT = new Big('1e30');

/**
 * Reads an event property as a number: decimal text, or a JSON number (by its plain expansion, never an exponent).
 * @returns null when the property does not count as numeric, or is out of range (`isNumericOutOfRange`).
 * Source: aggregations.md §5, events-ingest.md §1.
 */
export function numericProperty(value: unknown): Big | null {
  const text = numericText(value);
  if (text === null || digitsIn(text) > MOST_DIGITS) return null;
  const number = new Big(text);
  return number.abs().lt(NUMERIC_LIMIT) ? number : null;
}

/** True if an event property is a number that nobody could add up exactly. Source: rest-conventions.md §14. */
export function isNumericOutOfRange(value: unknown): boolean {
  return numericText(value) !== null && numericProperty(value) === null;
}

function numericText(value: unknown): string | null {
  if (typeof value === 'string') return NUMERIC.test(value) ? value : null;
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'number' && Number.isFinite(value) ? plainText(value) : null;
}

function digitsIn(text: string): number {
  return text.length - Number(text.startsWith('-')) - Number(text.includes('.'));
}

/** The text of a finite number without an exponent. */
function plainText(value: number): string {
  const text = String(value);
  return text.includes('e') ? new Big(value).toFixed() : text;
}

/** Plain text with at least one fractional digit ("12.0", "0.333"), rounded half away from zero at `maxScale`. */
export function decimalText(value: Big, maxScale = 15): string {
  const text = value.round(maxScale).toFixed();
  return text.includes('.') ? text : `${text}.0`;
}

export function sum(values: readonly Big[]): Big {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

/** Rounds half away from zero at `scale` decimal places; a negative scale rounds to tens, hundreds, ... */
export function roundAt(value: Big, scale: number): Big {
  return value.round(scale, Big.roundHalfUp);
}

/**
 * A quotient, rounded half away from zero at `scale` decimal places: `roundAt` of `div`, but only these places are computed,
 * which is several times faster.
 */
export function divideAt(dividend: Big, divisor: Big, scale: number): Big {
  const constructor = dividers.get(scale) ?? dividerAt(scale);
  return new Big(new constructor(dividend).div(divisor));
}

/** Constructors of decimals whose quotients have few places. */
const dividers = new Map<number, typeof Big>();

function dividerAt(scale: number): typeof Big {
  const divider = Big();
  divider.DP = scale;
  divider.RM = Big.roundHalfUp;
  dividers.set(scale, divider);
  return divider;
}

/** A hundredth of a value, exactly: for rates in percent. */
export function percentOf(value: Big): Big {
  return value.times(HUNDREDTH);
}

/** The smallest number with `scale` decimal places that is not below `value`. */
export function ceilAt(value: Big, scale: number): Big {
  return value.round(scale, value.gt(0) ? Big.roundUp : Big.roundDown);
}

/** The largest number with `scale` decimal places that is not above `value`. */
export function floorAt(value: Big, scale: number): Big {
  return value.round(scale, value.gt(0) ? Big.roundDown : Big.roundUp);
}
