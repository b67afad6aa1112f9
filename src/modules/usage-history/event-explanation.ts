import { currentUsagePeriod } from '../../core/invoicing/subscriptions/billing-windows.js';
import { numericProperty } from '../../core/money/decimal.js';
import { filterMatcher } from '../../core/metering/filters.js';
import { textProperty } from '../../core/metering/usage-event.js';
import { type Period, shownEnd } from '../../core/time/period.js';
import { isFree } from '../../core/rating/free-price.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { SubscriptionContext } from '../subscriptions/records/subscription-context.js';
import { type PricedCharge, priceOf } from '../usage/metering/priced-charge.js';
import type { AttributedEvent } from '../usage/events/attributed-event.js';

/** The reasons why an event does not count. Source: extensions.md §3. */
export const UNCOUNTED_REASONS = [
  'unknown_subscription',
  'unknown_metric',
  'no_charge',
  'filtered_out',
  'outside_subscription',
  'period_already_invoiced',
  'property_missing',
  'property_not_numeric',
] as const;

export type UncountedReason = (typeof UNCOUNTED_REASONS)[number];

/** The facts that decide whether an event counts. */
export interface EventFacts {
  readonly event: AttributedEvent;
  /** True if any subscription was ever active under the event's external id. */
  readonly isSubscriptionKnown: boolean;
  readonly metric: BillableMetric | null;
  /** The subscription that the event counts for. */
  readonly context: SubscriptionContext | null;
  /** The charges of its plan on the metric. */
  readonly charges: readonly PricedCharge[];
  /** True if a final invoice billed the usage of its period before the event was stored. */
  readonly isLate: boolean;
}

/** A charge that counts the event. */
export interface MatchedCharge {
  readonly chargeId: string;
  readonly chargeCode: string;
  /** Null if no filter matches the event. */
  readonly chargeFilterId: string | null;
  readonly from: Date;
  readonly to: Date;
  /** The event's value as decimal text; null for items, which count only if they are new. */
  readonly units: string | null;
}

export interface EventExplanation {
  readonly transactionId: string;
  readonly externalSubscriptionId: string;
  readonly counted: boolean;
  readonly reason: UncountedReason | null;
  readonly subscriptionId: string | null;
  readonly planCode: string | null;
  readonly charges: readonly MatchedCharge[];
}

/** The charges that count an event, or the first reason why none does. */
export function explainEvent(facts: EventFacts): EventExplanation {
  const { event, context } = facts;
  const verdict = judge(facts);
  return {
    transactionId: event.transactionId,
    externalSubscriptionId: event.externalSubscriptionId,
    counted: verdict.reason === null,
    subscriptionId: context?.subscription.id ?? null,
    planCode: context?.plan.code ?? null,
    ...verdict,
  };
}

type Verdict = Pick<EventExplanation, 'reason' | 'charges'>;

function judge({ event, isSubscriptionKnown, metric, context, charges, isLate }: EventFacts): Verdict {
  if (!isSubscriptionKnown) return uncounted('unknown_subscription');
  if (metric === null) return uncounted('unknown_metric');
  if (context === null) return uncounted('outside_subscription');
  if (charges.length === 0) return uncounted('no_charge');
  const reading = readEvent(metric, event);
  if ('reason' in reading) return uncounted(reading.reason);
  const matches = charges.flatMap((priced) => matchOf(priced, event, { context, units: reading.units }));
  if (matches.length === 0) return uncounted('filtered_out');
  // Events in advance are billed whenever they are received, and recurring units count from then on.
  const counted = isLate && !metric.recurring ? matches.filter(({ payInAdvance }) => payInAdvance) : matches;
  return counted.length === 0
    ? uncounted('period_already_invoiced', shown(matches))
    : { reason: null, charges: shown(counted) };
}

function uncounted(reason: UncountedReason, charges: Verdict['charges'] = []): Verdict {
  return { reason, charges };
}

/** The value that a metric reads from an event. Source: aggregations.md §5–6. */
function readEvent(
  { aggregationType, fieldName }: BillableMetric,
  { properties }: AttributedEvent,
): { readonly units: string | null } | { readonly reason: UncountedReason } {
  if (fieldName === null) return { units: '1' };
  const sent = properties[fieldName];
  const isMissing = sent === undefined || sent === null || sent === '';
  if (aggregationType === 'unique_count_agg') {
    return isMissing || textProperty(sent) === null ? { reason: 'property_missing' } : { units: null };
  }
  if (isMissing) return { reason: 'property_missing' };
  const value = numericProperty(sent);
  return value === null ? { reason: 'property_not_numeric' } : { units: value.toFixed() };
}

interface Match {
  readonly payInAdvance: boolean;
  readonly matched: MatchedCharge;
}

/** Empty if the charge has filters, none matches the event, and other events have no price. */
function matchOf(
  priced: PricedCharge,
  event: AttributedEvent,
  { context, units }: { context: SubscriptionContext; units: string | null },
): Match[] {
  const { charge, filters, filterValues } = priced;
  const filter = filterMatcher(filters, filterValues)(event.properties);
  if (filter === null && filters.length > 0 && isFree(priceOf(priced, null))) return [];
  const window = windowOf(context, event.timestamp);
  const matched = {
    chargeId: charge.id,
    chargeCode: charge.code,
    chargeFilterId: filter?.id ?? null,
    from: window.from,
    to: shownEnd(window),
    units,
  };
  return [{ payInAdvance: charge.payInAdvance, matched }];
}

function shown(matches: readonly Match[]): MatchedCharge[] {
  return matches.map(({ matched }) => matched);
}

/** The usage window that contains the event, or the first one if the event precedes the subscription. */
function windowOf({ subscription: { terminatedAt }, terms }: SubscriptionContext, at: Date): Period {
  const { from, to } = currentUsagePeriod(terms, at);
  return {
    from,
    to: terminatedAt === null || terminatedAt >= to ? to : new Date(terminatedAt.getTime() + 1),
  };
}
