import { localDate } from '../../../core/time/calendar.js';
import { currentUsagePeriod } from '../../../core/invoicing/subscriptions/billing-windows.js';
import type { Period } from '../../../core/time/period.js';
import type { Temporal } from 'temporal-polyfill';
import { periodAt } from '../../../core/time/periods.js';
import {
  type BilledUsage,
  periodRules,
  type SubscriptionTerms,
} from '../../../core/invoicing/subscriptions/subscription-terms.js';
import type { BillingSettings } from '../../customers/records/billing-settings.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { Plan } from '../../plans/plan.table.js';
import type { Subscription } from './subscription.table.js';

/** A subscription with everything that determines when and how it is billed. */
export interface SubscriptionContext {
  readonly subscription: Subscription;
  readonly plan: Plan;
  readonly customer: Customer;
  /** The subscription's, or else the customer's. */
  readonly billingEntity: BillingEntity;
  /** The customer's, or else the billing entity's. */
  readonly settings: BillingSettings;
  readonly terms: SubscriptionTerms;
  /** End of the free trial; null without a trial. */
  readonly trialEndsAt: Date | null;
  /** The customer's current time. */
  readonly now: Date;
}

/** @param billed how far the subscription has been billed. Source: periods.md §1, §9.2. */
export function termsOf(
  subscription: Subscription,
  plan: Plan,
  { timezone, billed }: { readonly timezone: string; readonly billed: BilledUsage },
): SubscriptionTerms {
  const startedAt = subscription.startedAt ?? subscription.subscriptionAt;
  return {
    interval: plan.interval,
    billingTime: subscription.billingTime,
    payInAdvance: plan.payInAdvance,
    billChargesMonthly: plan.billChargesMonthly,
    billFixedChargesMonthly: plan.billFixedChargesMonthly,
    subscriptionAt: subscription.subscriptionAt,
    startedAt,
    usageFrom: subscription.usageFrom ?? startedAt,
    restartedAfter: subscription.restartedAfter,
    recordedAt: subscription.createdAt,
    billed,
    timezone,
  };
}

/**
 * The local day on which a planned downgrade takes effect, or the last one took effect; null without a downgrade.
 * Source: periods.md §12.
 */
export function downgradeDateOf(
  { terms, now }: SubscriptionContext,
  next: Subscription | null,
): Temporal.PlainDate | null {
  if (next?.status === 'pending') {
    return localDate(periodAt(periodRules(terms).plan, now).to, terms.timezone);
  }
  const isDowngraded = next?.status === 'active' && next.changeFromPrevious === 'downgrade';
  return isDowngraded && next.startedAt !== null ? localDate(next.startedAt, terms.timezone) : null;
}

/** The current usage period; null unless the subscription is active. Source: periods.md §12. */
export function currentPeriodOf({ subscription, terms, now }: SubscriptionContext): Period | null {
  return subscription.status === 'active' ? currentUsagePeriod(terms, now) : null;
}
