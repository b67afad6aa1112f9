import { billableDays } from '../time/calendar.js';
import { ceilAt, ZERO, type Big } from '../money/decimal.js';
import { roundUnits, type UnitsRounding } from '../metering/aggregation.js';
import { countedPart, type ProrationScope } from '../metering/proration.js';
import { lastInstant } from '../time/period.js';
import { rateUsage, type ChargeModel, type Price, type RatedUsage } from '../rating/charge-models.js';
import type { InAdvanceState } from '../rating/in-advance/in-advance-units.js';
import type { Pricing } from '../rating/pricing.js';
import { proratedTo, type Usage } from '../usage.js';

/** The usage of a charge paid in advance in the period in progress. */
export interface InAdvanceUsage {
  /** Usage of the period so far, including the quantity carried over; not rounded. */
  readonly usage: Usage;
  /** Null before the first event, and where every event is billed on its own. */
  readonly state: InAdvanceState | null;
  readonly rounding: UnitsRounding;
  /** Null when the charge is not prorated. */
  readonly proration: PaidProration | null;
}

export interface PaidProration {
  readonly scope: Pick<ProrationScope, 'window' | 'countedFrom' | 'durationDays' | 'timezone'>;
  /** The prorated billed units of the period's events, added up. */
  readonly billedUnits: Big;
}

const SCALE = 5;

/**
 * Rates the current usage of a charge paid in advance: it shows the present units, but costs what has been paid, which is
 * the price of the highest level they reached. Source: current-usage.md §1.
 */
export function rateInAdvanceUsage<M extends ChargeModel>(
  price: Price<M>,
  current: InAdvanceUsage,
  pricing: Pricing,
): RatedUsage {
  const { usage, state, rounding } = current;
  const rounded = (units: Big) => roundUnits(units.gt(0) ? units : ZERO, rounding);
  const highest = usage.units.minus(state?.current ?? 0).plus(state?.highest ?? 0);
  const units = rounded(usage.units);
  const paid =
    current.proration === null
      ? { units: rounded(highest) }
      : { units, proration: proratedTo(rounded(proratedPaid(current, current.proration))) };
  const rated = rateUsage(price, { ...usage, ...paid }, pricing);
  return { ...rated, units, totalAggregatedUnits: units };
}

/** The quantity carried into the period, prorated to the days of the window, plus the units billed since. */
function proratedPaid({ usage, state }: InAdvanceUsage, { scope, billedUnits }: PaidProration): Big {
  const { durationDays, timezone } = scope;
  const counted = countedPart(scope);
  const since = state?.current.gt(0) === true ? state.current : ZERO;
  const days = billableDays(counted.from, lastInstant(counted), timezone);
  const held = usage.units.minus(since);
  return (days === durationDays ? held : ceilAt(held.times(days).div(durationDays), SCALE)).plus(billedUnits);
}
