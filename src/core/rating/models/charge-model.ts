import { Big, decimalText, parseDecimal } from '../../money/decimal.js';
import type { EventTally, Usage } from '../../usage.js';

/** The price of some usage under a charge model, not rounded. */
export interface ModelAmount<Details> {
  /** Currency units. */
  readonly amount: Big;
  /** The units by which the amount is divided to give the average unit amount. Source: charges.md §3.4. */
  readonly pricedUnits: Big;
  /** The fee's `amount_details` as the contract prints it, decimals as text. */
  readonly amountDetails: Details;
}

/** The codes of violations of the rules for properties. Source: charges.md §2. */
export type PropertyErrorCode =
  | 'invalid_amount'
  | 'invalid_rate'
  | 'invalid_fixed_amount'
  | 'invalid_free_units'
  | 'invalid_free_units_per_events'
  | 'invalid_free_units_per_total_aggregation'
  | 'invalid_package_size'
  | 'invalid_type'
  | `${'invalid' | 'missing'}_${'graduated' | 'graduated_percentage' | 'volume'}_ranges`
  | 'per_transaction_max_lower_than_per_transaction_min'
  | 'too_many_keys'
  | 'value_is_duplicated';

export interface PropertyError {
  readonly code: PropertyErrorCode;
  /** The member of the properties that breaks the rule, nested ones joined by dots: `graduatedRanges.1.flatAmount`. */
  readonly member: string;
}

/** Valid properties read from input, or all violations. Source: charges.md §2. */
export type ParsedProperties<Properties> =
  { readonly properties: Properties } | { readonly errors: readonly PropertyError[] };

/** The rules of one charge model: how its properties are read and how it prices usage. */
export interface ChargeModelRules<Properties, Details> {
  /** The properties used when none are sent. */
  readonly defaults: Properties;
  /** Reads the properties of a charge; unknown keys are dropped. */
  parse(input: SentProperties): ParsedProperties<Properties>;
  /** @param usage units may be fractional; if they are negative, the caller discards the amount. */
  rate(properties: Properties, usage: Usage): ModelAmount<Details>;
  /** Present on models whose price may depend on single events. */
  readonly singleEvents?: SingleEventRules<Properties>;
  /** Present if the price of an event paid in advance does not depend on earlier events. */
  readonly pricesEventsAlone?: true;
  /**
   * The details on the fee of one event paid in advance: those with the event minus those without it (null when it is the
   * first). Absent where such fees show no details. Source: charges.md §8.
   */
  marginalDetails?(withEvent: Details, withoutEvent: Details | null): Details;
}

/** How single events are folded into the tally that a price needs. */
export interface SingleEventRules<Properties> {
  /** True if a price with these properties depends on single events; otherwise totals are sufficient. */
  areNeeded(properties: Properties): boolean;
  start(properties: Properties): EventTally;
  add(properties: Properties, tally: EventTally, value: Big): EventTally;
  /** The tally of `count` events whose values are all 1, computed without a loop. */
  foldOnes(properties: Properties, count: bigint): EventTally;
}

/** Folds the values of events, in order, into the tally of the events before them. */
export function foldEvents<Properties>(
  rules: SingleEventRules<Properties>,
  properties: Properties,
  values: readonly Big[],
  before = rules.start(properties),
): EventTally {
  return values.reduce((tally, value) => rules.add(properties, tally, value), before);
}

/** Properties as sent by the caller, not validated. */
export type SentProperties = Readonly<Record<string, unknown>>;

/** True for decimal text of zero or more. A JSON number is refused, since it may have lost digits. */
export function isPrice(value: unknown): value is string {
  return typeof value === 'string' && !value.startsWith('-') && parseDecimal(value) !== null;
}

export function isIntegerFrom(minimum: number, value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= minimum;
}

/** Difference of two decimal texts of amount details; an absent one counts as 0. */
export function detailDifference(withEvent: string, withoutEvent: string | undefined): string {
  return decimalText(new Big(withEvent).minus(withoutEvent ?? 0));
}
