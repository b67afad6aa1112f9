import { billableDays } from '../time/calendar.js';
import { roundAt, ZERO, type Big } from '../money/decimal.js';
import { lastInstant, type Period } from '../time/period.js';
import { rateUsage, type ChargeModel, type Price, type RatedUsage } from '../rating/charge-models.js';
import { toMoney, type FeeMoney, type Pricing } from '../rating/pricing.js';
import { usageOf } from '../usage.js';

/** How much of a charges window has passed, in billable days. */
export interface Progress {
  readonly elapsedDays: number;
  readonly totalDays: number;
}

/** Elapsed days are 0 before the window, and all of its days once it has ended. Source: current-usage.md §3. */
export function progressOf(window: Period, now: Date, timezone: string): Progress {
  const totalDays = billableDays(window.from, lastInstant(window), timezone);
  if (now < window.from) return { elapsedDays: 0, totalDays };
  return { elapsedDays: now < window.to ? billableDays(window.from, now, timezone) : totalDays, totalDays };
}

export interface Projection {
  readonly progress: Progress;
  /** True if the metric is recurring: its quantity lasts and is not extrapolated. */
  readonly isRecurring: boolean;
}

export interface ProjectedUsage extends FeeMoney {
  readonly units: Big;
}

/** What is extrapolated per charge model: the units, which are then rated, or the amount itself. */
const GROWING: Readonly<Record<ChargeModel, 'units' | 'amount'>> = {
  standard: 'units',
  package: 'units',
  graduated: 'units',
  volume: 'units',
  percentage: 'amount',
  graduated_percentage: 'amount',
  dynamic: 'amount',
};

const UNITS_SCALE = 2;

/**
 * Extrapolates the usage of one bucket to the end of its window, at the rate of the days elapsed. Usage of a recurring
 * metric stays as it is. Source: current-usage.md §3.
 */
export function projectUsage<M extends ChargeModel>(
  price: Price<M>,
  current: RatedUsage,
  { pricing, ...projection }: Projection & { pricing: Pricing },
): ProjectedUsage {
  const { progress, isRecurring } = projection;
  if (isRecurring) return current;
  const units = projectUnits(current.units, projection);
  if (GROWING[price.model] === 'amount') {
    const amount = atTheEnd(pricedAmount(current), progress);
    return { units, ...toMoney({ amount, unitAmount: units.eq(0) ? ZERO : amount.div(units) }, pricing) };
  }
  // Without units no range is reached, so that not even the first flat amount is due.
  const isNothing = price.model === 'graduated' && units.eq(0);
  const nothing = { amount: ZERO, unitAmount: ZERO };
  return { units, ...(isNothing ? toMoney(nothing, pricing) : rateUsage(price, usageOf(units), pricing)) };
}

/** The projected units at the end of the window, rounded to two decimals. */
export function projectUnits(units: Big, { progress, isRecurring }: Projection): Big {
  return isRecurring ? units : roundAt(atTheEnd(units, progress), UNITS_SCALE);
}

function atTheEnd(value: Big, { elapsedDays, totalDays }: Progress): Big {
  return elapsedDays === 0 ? ZERO : value.times(totalDays).div(elapsedDays);
}

/** The precise amount in the currency or pricing unit of the prices. */
function pricedAmount({ preciseAmount, pricingUnit }: RatedUsage): Big {
  return pricingUnit === null ? preciseAmount : pricingUnit.preciseAmountCents.div(100);
}
