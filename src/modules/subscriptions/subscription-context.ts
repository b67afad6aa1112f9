import { currentUsagePeriod } from '../../core/billing-windows.js';
import type { Period } from '../../core/period.js';
import type { SubscriptionTerms } from '../../core/subscription-terms.js';
import type { BillingSettings } from '../customers/billing-settings.js';
import type { Customer } from '../customers/customer.table.js';
import type { BillingEntity } from '../organizations/billing-entity.table.js';
import type { Plan } from '../plans/plan.table.js';
import type { Subscription } from './subscription.table.js';

/** A subscription with all that decides when and how it is billed. */
export interface SubscriptionContext {
  readonly subscription: Subscription;
  readonly plan: Plan;
  readonly customer: Customer;
  /** Its own, else the customer's. */
  readonly billingEntity: BillingEntity;
  /** The customer's, else the billing entity's. */
  readonly settings: BillingSettings;
  readonly terms: SubscriptionTerms;
  /** The customer's now. */
  readonly now: Date;
}

/** Source: periods.md §1. */
export function termsOf(subscription: Subscription, plan: Plan, timezone: string): SubscriptionTerms {
  return {
    interval: plan.interval,
    billingTime: subscription.billingTime,
    payInAdvance: plan.payInAdvance,
    billChargesMonthly: plan.billChargesMonthly,
    billFixedChargesMonthly: plan.billFixedChargesMonthly,
    subscriptionAt: subscription.subscriptionAt,
    startedAt: subscription.startedAt ?? subscription.subscriptionAt,
    timezone,
  };
}

/** The window whose usage is being counted; null for a subscription that does not run. Source: periods.md §12. */
export function currentPeriodOf({ subscription, terms, now }: SubscriptionContext): Period | null {
  return subscription.status === 'active' ? currentUsagePeriod(terms, now) : null;
}
