import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { BillingRunServices } from '../billing-run/billing-run.capability.js';
import type { SubscriptionLivesServices } from '../subscriptions/subscription-lives.capability.js';

/** What the services of `billing-day` can need: the platform, and the services of lower capabilities. */
export type BillingDayNeeds = SubscriptionsServices & BillingRunServices & SubscriptionLivesServices;
