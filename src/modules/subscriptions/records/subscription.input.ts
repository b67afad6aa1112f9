import type { Subscription } from './subscription.table.js';
import type { SentActivationRule } from './activation-rule.input.js';
import type { SentUsageThreshold } from '../../plans/usage-thresholds/usage-threshold.input.js';
import type { SentInvoiceOptions } from '../../payment-providers/invoice-options.js';
import type { SentPlanOverrides } from '../../plans/own-plans/plan-override.input.js';
import type { TestFilter } from '../../customers/records/test-filter.js';

/** Identifies a subscription in queries for its charges, fixed charges and the like. */
export interface NamedSubscription {
  readonly externalId: string;
  readonly status?: Subscription['status'] | null;
  readonly orIncomplete?: boolean | null;
}

/** Members that can be set at any time; customer, plan and billing time are chosen once. */
export interface SubscriptionMembers extends SentInvoiceOptions {
  readonly name?: string | null;
  readonly subscriptionAt?: Date | null;
  readonly billingEntityCode?: string | null;
  readonly consolidateInvoice?: boolean | null;
  readonly onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;
  readonly onTerminationCreditNote?: Subscription['onTerminationCreditNote'];
  readonly endingAt?: Date | null;
  readonly planOverrides?: SentPlanOverrides | null;
  readonly usageThresholds?: readonly SentUsageThreshold[] | null;
  readonly activationRules?: readonly SentActivationRule[] | null;
  readonly progressiveBillingDisabled?: boolean | null;
}

/** An amount that the payment method of a new subscription has to be able to pay. */
export interface SentAuthorization {
  readonly amountCents: bigint;
  readonly amountCurrency: string;
}

/** A new subscription. An unknown customer is created. */
export interface CreateSubscription extends SubscriptionMembers {
  readonly externalCustomerId: string;
  readonly planCode: string;
  readonly externalId: string;
  readonly billingTime?: Subscription['billingTime'] | null;
  readonly authorization?: SentAuthorization | null;
}

/** Changes of a subscription; omitted members stay as they are. */
export interface UpdateSubscription extends SubscriptionMembers {
  readonly id: string;
}

/** Ends an active subscription now, or cancels a pending one. */
export interface TerminateSubscription {
  readonly id: string;
  readonly onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;
  readonly onTerminationCreditNote?: Subscription['onTerminationCreditNote'];
}

/** Filters subscriptions; omitted members do not restrict. */
export interface SubscriptionFilter extends TestFilter {
  readonly externalCustomerId?: string | null;
  readonly externalId?: string | null;
  readonly planCode?: string | null;
  readonly status?: readonly Subscription['status'][] | null;
  readonly currency?: string | null;
  readonly overridden?: boolean | null;
  readonly billingEntityCodes?: readonly string[] | null;
}
