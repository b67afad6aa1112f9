import { ZERO, type Big } from './money/decimal.js';

/**
 * The input of rating: everything that the price of one bucket of a charge may depend on. Code that keeps counters fills
 * it from them and omits what the charge does not depend on.
 */
export interface Usage {
  /** In the metric's unit, rounded by the metric's rounding; may be negative. Full units, even for a prorated charge. */
  readonly units: Big;
  /** The total that the fee shows: the units or, for a weighted sum, the quantity itself. */
  readonly totalAggregatedUnits: Big;
  readonly eventsCount: bigint;
  /** Sum of the amounts sent with the events, in currency units. */
  readonly eventsAmount: Big;
  /** Units weighted by days; null when the charge is not prorated. */
  readonly proration: Proration | null;
  /**
   * For prices that depend on single events (`dependsOnSingleEvents`): the value of every event in order, the tally that
   * they were folded to, or the statement that every value is 1.
   */
  readonly singleEvents:
    { readonly values: readonly Big[] } | { readonly tally: EventTally } | { readonly allOnes: true };
}

/** Units weighted by the days on which they were present. Source: aggregations.md §8. */
export interface Proration {
  readonly units: Big;
  /** The changes of the quantity in order, from which graduated ranges are filled. */
  readonly movements: readonly Movement[];
  /** Number of parts that `paidParts` divides a unit into, so that they stay exact. */
  readonly partsPerUnit: number;
}

/** Units added (positive) or removed (negative). */
export interface Movement {
  readonly fullUnits: Big;
  /** The prorated units that are paid for, in parts of a unit (`partsPerUnit`). */
  readonly paidParts: Big;
}

/** Single events folded in order to the state that a price depending on them needs. */
export interface EventTally {
  readonly eventsCount: bigint;
  readonly valuesSum: Big;
  /** Sum of the values of the free events, which are the first ones. */
  readonly firstValuesSum: Big;
  /** Number of events after which the running sum was still below the free units. */
  readonly eventsBelowAllowance: bigint;
  /** Free units that remain for the next events; null when an event has used them up. */
  readonly allowanceLeft: Big | null;
  /** The events that are not free, by the per-transaction bound that decides their amount. */
  readonly transactions: TransactionGroups;
}

/** What decides the amount of an event: its units, or a per-transaction bound. */
export type TransactionBound = 'none' | 'minimum' | 'maximum';

export type TransactionGroups = Readonly<Record<TransactionBound, TransactionGroup>>;

/** The number of events, and the units that they pay for. */
export interface TransactionGroup {
  readonly events: bigint;
  readonly units: Big;
}

/** Usage with the given units; omitted members default to no events. */
export function usageOf(units: Big, others: Partial<Omit<Usage, 'units'>> = {}): Usage {
  return {
    units,
    totalAggregatedUnits: units,
    eventsCount: 0n,
    eventsAmount: ZERO,
    proration: null,
    singleEvents: { values: [] },
    ...others,
  };
}

/** A proration without movements: sufficient for every charge model but the graduated one. */
export function proratedTo(units: Big): Proration {
  return { units, movements: [], partsPerUnit: 1 };
}
