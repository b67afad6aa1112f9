import { ZERO, type Big } from './decimal.js';

/**
 * What metering hands to rating: everything that the price of one bucket of a charge may depend on. Whoever keeps
 * counters fills it from them and leaves out what the charge does not look at.
 */
export interface Usage {
  /** In the metric's unit, rounded as the metric says; may be negative. Full units where days are counted. */
  readonly units: Big;
  /** What the fee shows beside them: the same, or for a weighted sum the quantity itself. */
  readonly totalAggregatedUnits: Big;
  readonly eventsCount: bigint;
  /** What the events themselves say they cost together, in currency units. */
  readonly eventsAmount: Big;
  /** How days weigh the units; null when the charge is not prorated. */
  readonly proration: Proration | null;
  /**
   * For charges that `looksAtSingleEvents`: the value of every event in order, what they were folded to, or that each of
   * them is 1.
   */
  readonly singleEvents:
    { readonly values: readonly Big[] } | { readonly tally: EventTally } | { readonly areOnes: true };
}

/** Units weighted by the days they were there. Source: aggregations.md §8. */
export interface Proration {
  readonly units: Big;
  /** How the quantity came about, in order: what graduated ranges are filled by. */
  readonly movements: readonly Movement[];
  /** In how many parts the movements divide a unit: what is paid of them stays exact. */
  readonly partsPerUnit: number;
}

/** Units that came (positive) or went (negative). */
export interface Movement {
  readonly fullUnits: Big;
  /** What is paid of them. */
  readonly paidParts: Big;
}

/** Single events folded in their order, so that a price that depends on them needs no more than this state. */
export interface EventTally {
  readonly eventsCount: bigint;
  readonly valuesSum: Big;
  /** Sum of the values of the first events, as many as are free. */
  readonly firstValuesSum: Big;
  /** Events after which the running sum was still below the free units. */
  readonly eventsBelowAllowance: bigint;
  /** Free units left to single transactions; null when an event has used them up. */
  readonly allowanceLeft: Big | null;
  /** Currency units due for single transactions, each within its bounds. */
  readonly transactionsAmount: Big;
}

/** Usage of this quantity; what is not given is as if nothing had happened. */
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

/** Prorated units of which it is not known how they came about: enough for all but graduated ranges. */
export function proratedTo(units: Big): Proration {
  return { units, movements: [], partsPerUnit: 1 };
}
