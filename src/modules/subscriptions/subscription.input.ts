import type { Subscription } from './subscription.table.js';
import type { SentActivationRule } from './activation-rule.input.js';
import type { SentPlanOverrides } from '../plans/own-plans/plan-override.input.js';

/** How queries of what a subscription has name it. */
export interface NamedSubscription {
  readonly externalId: string;
  readonly status?: Subscription['status'] | null;
  readonly orIncomplete?: boolean | null;
}

export interface SentPaymentMethodReference {
  readonly paymentMethodType?: Subscription['paymentMethodType'];
  readonly paymentMethodId?: string | null;
}

/** What may be said of a subscription at any time; its customer, plan and kind of periods are chosen once. */
export interface SubscriptionMembers {
  readonly name?: string | null;
  readonly subscriptionAt?: Date | null;
  readonly billingEntityCode?: string | null;
  readonly paymentMethod?: SentPaymentMethodReference | null;
  readonly consolidateInvoice?: boolean | null;
  readonly purchaseOrderNumber?: string | null;
  readonly onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;
  readonly onTerminationCreditNote?: Subscription['onTerminationCreditNote'];
  readonly endingAt?: Date | null;
  readonly planOverrides?: SentPlanOverrides | null;
  readonly usageThresholds?: readonly Record<string, unknown>[] | null;
  readonly activationRules?: readonly SentActivationRule[] | null;
  readonly invoiceCustomSection?: Record<string, unknown> | null;
  readonly progressiveBillingDisabled?: boolean | null;
}

/** A new subscription. The customer is created when it is unknown. */
export interface CreateSubscription extends SubscriptionMembers {
  readonly externalCustomerId: string;
  readonly planCode: string;
  readonly externalId: string;
  readonly billingTime?: Subscription['billingTime'] | null;
  readonly authorization?: Record<string, unknown> | null;
}

/** Changes of a subscription; what is left out stays as it is. */
export interface UpdateSubscription extends SubscriptionMembers {
  readonly id: string;
}

/** Ends an active subscription now, or cancels a pending one. */
export interface TerminateSubscription {
  readonly id: string;
  readonly onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;
  readonly onTerminationCreditNote?: Subscription['onTerminationCreditNote'];
}

/** Which subscriptions; what is left out does not restrict. */
export interface SubscriptionFilter {
  readonly externalCustomerId?: string | null;
  readonly externalId?: string | null;
  readonly planCode?: string | null;
  readonly status?: readonly Subscription['status'][] | null;
  readonly currency?: string | null;
  readonly overridden?: boolean | null;
  readonly billingEntityCodes?: readonly string[] | null;
}
