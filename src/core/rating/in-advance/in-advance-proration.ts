import { billableDays } from '../../time/calendar.js';
import { ceilAt, sum, type Big } from '../../money/decimal.js';
import { countedPart, type ProrationScope } from '../../metering/proration.js';
import { lastInstant } from '../../time/period.js';
import type { EventUnits } from './in-advance-units.js';

/** The days that an event paid in advance is billed for, out of the days of its period. */
export interface BilledDays {
  /** `N` of periods.md §8, from the event to the end of its period. */
  readonly days: number;
  readonly durationDays: number;
}

type Scope = Pick<ProrationScope, 'window' | 'countedFrom' | 'durationDays' | 'timezone'>;

export function daysLeft(at: Date, scope: Scope): BilledDays {
  const { from, to } = countedPart(scope);
  const countedFrom = at < from ? from : at;
  return {
    days: billableDays(countedFrom, lastInstant({ from, to }), scope.timezone),
    durationDays: scope.durationDays,
  };
}

const SCALE = 5;

/** Billed units prorated to the remaining days, rounded up at five decimals. Source: charges.md §8. */
export function proratedUnits(billed: Big, { days, durationDays }: BilledDays): Big {
  return ceilAt(billed.times(days).div(durationDays), SCALE);
}

/** The total of the prorated units that the events of a period have been billed. */
export function proratedTotal(events: readonly EventUnits[], scope: Scope): Big {
  return sum(events.map(({ event, units }) => proratedUnits(units.billed, daysLeft(event.at, scope))));
}
