import { capability } from '../../platform/capabilities/capability.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { BillingDayNeeds } from './billing-day.needs.js';
import { BillingDay } from './billing-day.js';

/** The billing of subscriptions on their billing days. */
export const billingDayCapability = capability({
  services: (lower: BillingDayNeeds) => ({ billingDay: new BillingDay(lower) }),
  dueWork: ({ billingDay }) =>
    ({ subscription_billing: billingDay.run }) satisfies DueWorkHandlers<'subscription_billing'>,
});
