import { Big, sum } from '../../core/money/decimal.js';
import { addUpPriced } from '../../core/usage-reading/breakdown.js';
import type { Alert } from '../../modules/alerts/alert.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { uninvoicedCharges } from '../../modules/usage/metering/priced-charge.js';
import type { RatedCharge } from '../../modules/usage/rating/rated-charge.js';

/** The figure of an alert now. */
export interface AlertFigure {
  readonly value: Big;
  /**
   * The instant at which the figure began to count from 0; null if it keeps what it had before: units of recurring metrics
   * carry over.
   */
  readonly since: Date | null;
}

/** The usage of charges of a subscription, counted from an instant. */
interface CountedUsage {
  readonly context: Pick<SubscriptionContext, 'subscription'>;
  readonly from: Date;
  readonly charges: readonly RatedCharge[];
}

/** Magnitude from which on no response can represent a figure. Source: rest-conventions.md §14. */
const LIMIT = new Big('1e30');

/** The amount of usage, in minor units of the plan's currency. Source: alerts.md §1. */
export function amountFigure(usage: CountedUsage): AlertFigure {
  return { value: amountOf(usage.charges), since: sinceOf(usage) };
}

/**
 * The units of a metric: each of its charges sees the same events, so that the largest number counts.
 * Source: alerts.md §1.
 */
export function unitsFigure(usage: CountedUsage): AlertFigure {
  const units = usage.charges.map(({ buckets }) => sum(buckets.map(({ rated }) => rated.units)));
  const largest = units.reduce((most, each) => (each.gt(most) ? each : most), units[0] ?? new Big(0));
  return { value: largest, since: sinceOf(usage) };
}

/**
 * The amount of all usage in minor units. It counts from the start of the chain of subscriptions, whatever their plans.
 * @param earlierCents usage before the import, and usage that was invoiced. Source: progressive-billing.md §2.
 */
export function lifetimeFigure({ context, charges }: CountedUsage, earlierCents: bigint): AlertFigure {
  return {
    value: amountOf(uninvoicedCharges(charges)).plus(String(earlierCents)),
    since: context.subscription.subscriptionAt,
  };
}

/** True if the figure can be stored and shown. */
export function isRepresentable({ value }: AlertFigure): boolean {
  return value.abs().lt(LIMIT);
}

/**
 * The figure from which on thresholds count as passed: that of the last review, or 0 if the figure began to count anew since
 * then, as in a new period whose beginning no review has seen.
 */
export function previousOf(
  { previousValue, lastProcessedAt }: Pick<Alert, 'previousValue' | 'lastProcessedAt'>,
  { since }: AlertFigure,
): Big {
  const isAnew = since !== null && lastProcessedAt !== null && lastProcessedAt < since;
  return new Big(isAnew ? 0 : previousValue);
}

function amountOf(charges: readonly RatedCharge[]): Big {
  const buckets = charges.flatMap((charge) => charge.buckets.map(({ rated }) => rated));
  return new Big(String(addUpPriced(buckets).amountCents));
}

function sinceOf({ context: { subscription }, from, charges }: CountedUsage): Date | null {
  if (charges.some(({ metric }) => metric.recurring)) return null;
  // A backdated subscription counts from before it was recorded; until then another one had its external id.
  return new Date(Math.max(from.getTime(), subscription.createdAt.getTime()));
}
