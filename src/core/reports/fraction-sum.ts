import { Big } from '../money/decimal.js';

/** An amount that counts divided by a whole number. */
export interface Fraction {
  readonly amount: Big;
  readonly divisor: number;
}

/**
 * Adds fractions exactly, and rounds the sum once, half away from zero. Quotients would have to be rounded before they are
 * added, which moves a sum that lies on a half. Source: analytics.md §1.
 */
export function roundedSum(fractions: readonly Fraction[]): bigint {
  const denominator = fractions.reduce(
    (common, { divisor }) => leastCommonMultiple(common, BigInt(divisor)),
    1n,
  );
  const numerator = fractions.reduce(
    (sum, { amount, divisor }) => sum.plus(amount.times(String(denominator / BigInt(divisor)))),
    new Big(0),
  );
  return roundedQuotient(numerator, denominator);
}

/** Rounds a quotient by comparing its remainder with a half. */
function roundedQuotient(numerator: Big, denominator: bigint): bigint {
  const doubled = numerator.abs().times(2).plus(String(denominator));
  const rounded = wholePart(doubled, 2n * denominator);
  return numerator.lt(0) ? -rounded : rounded;
}

/** The whole part of a quotient of numbers of zero or more. */
function wholePart(numerator: Big, denominator: bigint): bigint {
  return BigInt(numerator.round(0, Big.roundDown).toFixed(0)) / denominator;
}

function leastCommonMultiple(one: bigint, other: bigint): bigint {
  return (one / greatestCommonDivisor(one, other)) * other;
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestCommonDivisor(other, one % other);
}
