import type { Subscription } from '../../subscriptions/records/subscription.table.js';

/** Features by code, each with values of its privileges by code. What callers send is checked by `entitlement.rules.ts`. */
type SentEntitlements = Readonly<Record<string, unknown>>;

export interface SentPlanEntitlements {
  readonly planCode: string;
  readonly entitlements: SentEntitlements;
}

/** One feature of a plan. */
export interface NamedPlanEntitlement {
  readonly planCode: string;
  readonly featureCode: string;
}

/** A subscription, by its external id and status; default active. */
interface NamedSubscriber {
  readonly externalId: string;
  readonly status?: Subscription['status'] | null;
}

export interface SentSubscriptionEntitlements extends NamedSubscriber {
  readonly entitlements: SentEntitlements;
}

/** One feature of a subscription. */
export interface NamedSubscriptionEntitlement extends NamedSubscriber {
  readonly featureCode: string;
}
