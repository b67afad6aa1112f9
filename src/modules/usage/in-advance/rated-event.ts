import { isDeepStrictEqual } from 'node:util';
import { filterMatcher } from '../../../core/metering/filters.js';
import { type Group, groupId, groupOf } from '../../../core/metering/groups.js';
import { meterUsage } from '../../../core/metering/meter-usage.js';
import type { ProrationScope } from '../../../core/metering/proration.js';
import type { UsageEvent } from '../../../core/metering/usage-event.js';
import { type InAdvanceFee, rateEvent } from '../../../core/rating/in-advance/in-advance-fee.js';
import { daysLeft } from '../../../core/rating/in-advance/in-advance-proration.js';
import { billEvents } from '../../../core/rating/in-advance/in-advance-units.js';
import { type Usage, usageOf } from '../../../core/usage.js';
import type { ChargeFilter } from '../../plans/charges/filters/charge-filter.table.js';
import { inAdvanceMetric, type MeteredBucket } from '../metering/metered-charge.js';
import {
  chargedMetric,
  type PricedCharge,
  priceOf,
  pricingKeysOf,
  pricingOf,
} from '../metering/priced-charge.js';

/** The amount of a single event under a charge that is paid in advance. */
export interface RatedEvent {
  readonly priced: PricedCharge;
  /** Null if the event matches no filter. */
  readonly filter: ChargeFilter | null;
  readonly groupedBy: Group;
  readonly fee: InAdvanceFee;
}

export interface EventRatingTerms {
  /** The billing period of the event, and the days that proration counts. */
  readonly scope: ProrationScope;
  /** Currency of the plan. */
  readonly currency: string;
}

/** The usage before an event, and the event itself. */
export interface EventHistory {
  /** Usage of the charge before the first of the events. */
  readonly before: readonly MeteredBucket[];
  /** Events of the metric, in order; for a recurring metric those of earlier periods too. */
  readonly events: readonly UsageEvent[];
}

/**
 * Rates the last of the events as the amount it adds to its bucket of the charge.
 * @returns null if the event has no fee, since its property is missing.
 * Source: charges.md §8.
 */
export function rateLastEvent(
  priced: PricedCharge,
  { before, events }: EventHistory,
  { scope, currency }: EventRatingTerms,
): RatedEvent | null {
  const { filter, groupedBy, events: own } = bucketOfLast(priced, events);
  // Units of single events are not rounded by the metric (aggregations.md §10).
  const metric = { ...chargedMetric(priced), roundingFunction: null };
  const last = own.at(-1);
  const start = before.find(
    (bucket) => bucket.filter === filter && isDeepStrictEqual(bucket.groupedBy, groupedBy),
  );
  const bill = billEvents(inAdvanceMetric(metric), own, scope, start?.inAdvance?.state).at(-1);
  if (last === undefined || bill?.event !== last) return null;
  const metering = { ...scope, isProrated: false };
  const fee = rateEvent({
    price: priceOf(priced, filter),
    pricing: pricingOf(priced, currency),
    units: bill.units,
    usage: addUsage(start?.usage, meterUsage(metric, own, metering)),
    usageBefore: addUsage(start?.usage, meterUsage(metric, own.slice(0, -1), metering)),
    eventAmount: last.amount,
    proration: priced.charge.prorated ? daysLeft(last.at, scope) : null,
  });
  return { priced, filter, groupedBy, fee };
}

/** Adds usage read from counters and usage read from the later events of the same period. */
function addUsage(counted: Usage | undefined, since: Usage): Usage {
  if (counted === undefined) return since;
  return usageOf(counted.units.plus(since.units), {
    eventsCount: counted.eventsCount + since.eventsCount,
    eventsAmount: counted.eventsAmount.plus(since.eventsAmount),
    singleEvents: counted.singleEvents,
  });
}

/** The events of the bucket that the last one belongs to. Source: charges.md §5; aggregations.md §12. */
function bucketOfLast(priced: PricedCharge, events: readonly UsageEvent[]) {
  const match = filterMatcher(priced.filters, priced.filterValues);
  const properties = events.at(-1)?.properties ?? {};
  const filter = match(properties);
  const keys = pricingKeysOf(priced, filter);
  const groupedBy = groupOf(keys, properties);
  const id = groupId(keys, groupedBy);
  const isOwn = (event: UsageEvent) =>
    match(event.properties) === filter && groupId(keys, groupOf(keys, event.properties)) === id;
  return { filter, groupedBy, events: events.filter(isOwn) };
}
