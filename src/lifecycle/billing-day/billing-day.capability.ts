import { capability } from '../../platform/capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { InvoicingServices } from '../billing-run/billing-run.capability.js';
import type { SubscriptionLivesServices } from '../subscriptions/subscription-lives.capability.js';
import { BillingDay } from './billing-day.js';

type Lower = SubscriptionsServices & InvoicingServices & SubscriptionLivesServices;

/** The billing of subscriptions on their billing days. */
export const billingDayCapability = capability({
  services: (lower: Lower) => ({ billingDay: new BillingDay(lower) }),
  dueWork: ({ billingDay }) =>
    ({ subscription_billing: billingDay.run }) satisfies DueWorkHandlers<'subscription_billing'>,
});
