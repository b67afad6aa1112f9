import { filterMatcher } from '../../core/metering/filters.js';
import { type Group, groupId, groupOf } from '../../core/metering/groups.js';
import { meter } from '../../core/metering/meter.js';
import type { ProrationScope } from '../../core/metering/proration.js';
import type { UsageEvent } from '../../core/metering/usage-event.js';
import { type InAdvanceFee, rateEvent } from '../../core/rating/in-advance-fee.js';
import { daysLeft } from '../../core/rating/in-advance-proration.js';
import { billEvents } from '../../core/rating/in-advance-units.js';
import type { ChargeFilter } from '../plans/charge-filter.table.js';
import { inAdvanceMetric } from './metered-charge.js';
import { chargedMetric, type PricedCharge, priceOf, pricingOf, propertiesOf } from './priced-charge.js';

/** What a single event costs under a charge that is paid in advance. */
export interface RatedEvent {
  readonly priced: PricedCharge;
  /** Null when no filter takes the event. */
  readonly filter: ChargeFilter | null;
  readonly groupedBy: Group;
  readonly fee: InAdvanceFee;
}

export interface EventRatingTerms {
  /** The period of the event, and how its days count. */
  readonly scope: ProrationScope;
  /** Of the plan. */
  readonly currency: string;
}

/**
 * Rates the last of the events, by those before it in the same bucket of the charge.
 * @param events of the metric, in order; those of earlier periods too when it is recurring.
 * @returns null when the event makes no fee: its property is missing.
 * Source: charges.md §8.
 */
export function rateLastEvent(
  priced: PricedCharge,
  events: readonly UsageEvent[],
  { scope, currency }: EventRatingTerms,
): RatedEvent | null {
  const { filter, groupedBy, events: own } = bucketOfLast(priced, events);
  // Units of single events are not rounded by the metric (aggregations.md §10).
  const metric = { ...chargedMetric(priced), roundingFunction: null };
  const last = own.at(-1);
  const bill = billEvents(inAdvanceMetric(metric), own, scope).at(-1);
  if (last === undefined || bill?.event !== last) return null;
  const metering = { ...scope, isProrated: false };
  const fee = rateEvent({
    price: priceOf(priced, filter),
    pricing: pricingOf(priced, currency),
    units: bill.units,
    usage: meter(metric, own, metering),
    usageBefore: meter(metric, own.slice(0, -1), metering),
    eventAmount: last.amount,
    proration: priced.charge.prorated ? daysLeft(last.at, scope) : null,
  });
  return { priced, filter, groupedBy, fee };
}

/** The events of the bucket that the last one belongs to. Source: charges.md §5; aggregations.md §12. */
function bucketOfLast(priced: PricedCharge, events: readonly UsageEvent[]) {
  const match = filterMatcher(priced.filters, priced.filterValues);
  const properties = events.at(-1)?.properties ?? {};
  const filter = match(properties);
  const keys = propertiesOf(priced, filter).pricingGroupKeys ?? [];
  const groupedBy = groupOf(keys, properties);
  const id = groupId(keys, groupedBy);
  const isOwn = (event: UsageEvent) =>
    match(event.properties) === filter && groupId(keys, groupOf(keys, event.properties)) === id;
  return { filter, groupedBy, events: events.filter(isOwn) };
}
