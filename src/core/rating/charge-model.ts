import { Big, decimalText, parseDecimal } from '../decimal.js';
import type { EventTally, Usage } from '../usage.js';

/** What a charge model makes of usage; nothing is rounded. */
export interface ModelAmount<Details> {
  /** Currency units. */
  readonly amount: Big;
  /** The units that the unit amount is an average over. Source: charges.md §3.4. */
  readonly pricedUnits: Big;
  /** The fee's `amount_details` as the contract prints it, decimals as text. */
  readonly amountDetails: Details;
}

/** Properties read from input, or every violation as a code. Source: charges.md §2. */
export type ParsedProperties<Properties> =
  { readonly properties: Properties } | { readonly errors: readonly string[] };

/** One way to price usage. */
export interface ChargeModelRules<Properties, Details> {
  /** What absent or empty properties mean. */
  readonly defaults: Properties;
  /** Reads the properties of a charge; unknown keys are dropped. */
  parse(input: SentProperties): ParsedProperties<Properties>;
  /** @param usage its units may be fractional, or negative: the caller then discards the amount. */
  rate(properties: Properties, usage: Usage): ModelAmount<Details>;
  /** Present on models that may look at single events. */
  readonly singleEvents?: SingleEventRules<Properties>;
  /** Whether an event that is paid in advance costs the same whatever came before it. */
  readonly pricesEventsAlone?: true;
  /**
   * What the fee of one event paid in advance shows: the details with the event less those without it, which are
   * null when nothing came before. Absent where such fees show nothing. Source: charges.md §8.
   */
  marginalDetails?(withEvent: Details, withoutEvent: Details | null): Details;
}

/** How single events are folded to what a price needs of them. */
export interface SingleEventRules<Properties> {
  /** Whether these properties depend on single events at all; else totals will do. */
  areNeeded(properties: Properties): boolean;
  start(properties: Properties): EventTally;
  add(properties: Properties, tally: EventTally, value: Big): EventTally;
  /** What so many events of the value 1 are folded to, at once. */
  ofOnes(properties: Properties, count: bigint): EventTally;
}

/** Folds values of events in order, onto what those before them came to. */
export function foldEvents<Properties>(
  rules: SingleEventRules<Properties>,
  properties: Properties,
  values: readonly Big[],
  before = rules.start(properties),
): EventTally {
  return values.reduce((tally, value) => rules.add(properties, tally, value), before);
}

/** Properties as they were sent: of any type. */
export type SentProperties = Readonly<Record<string, unknown>>;

/**
 * Decimal text of zero or more: how prices are written. A JSON number is refused, it may have lost digits.
 */
export function isPrice(value: unknown): value is string {
  return typeof value === 'string' && !value.startsWith('-') && parseDecimal(value) !== null;
}

export function isIntegerFrom(minimum: number, value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= minimum;
}

/** Difference of two members of details; an absent one counts 0. */
export function detailDifference(withEvent: string, withoutEvent: string | undefined): string {
  return decimalText(new Big(withEvent).minus(withoutEvent ?? 0));
}
