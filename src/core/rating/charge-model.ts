import { parseDecimal, type Big } from '../decimal.js';

/** What a charge model makes of a quantity; nothing is rounded. */
export interface ModelAmount<Details> {
  /** Currency units. */
  readonly amount: Big;
  /** The units that the unit amount is an average over. Source: spec/behaviour/charges.md §3.4. */
  readonly pricedUnits: Big;
  /** The fee's `amount_details` as the contract prints it, decimals as text. */
  readonly amountDetails: Details;
}

/** Properties read from input, or every violation as a code. Source: spec/behaviour/charges.md §2. */
export type ParsedProperties<Properties> =
  { readonly properties: Properties } | { readonly errors: readonly string[] };

/** One way to price a quantity. */
export interface ChargeModelRules<Properties, Details> {
  /** What absent or empty properties mean. */
  readonly defaults: Properties;
  /** Reads the properties of a charge; unknown keys are dropped. */
  parse(input: Readonly<Record<string, unknown>>): ParsedProperties<Properties>;
  /** @param units may be fractional, or negative: the caller then discards the amount. */
  rate(properties: Properties, units: Big): ModelAmount<Details>;
}

/**
 * Decimal text of zero or more: how prices are written. A JSON number is refused, it may have lost digits.
 */
export function isPrice(value: unknown): value is string {
  return typeof value === 'string' && parseDecimal(value)?.gte(0) === true;
}

export function isIntegerFrom(minimum: number, value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= minimum;
}
