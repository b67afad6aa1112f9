import { capability } from '../../platform/capability.js';
import { onlySent } from '../../platform/activity/activity-kinds.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { AddOnsServices } from '../../modules/add-ons/add-ons.capability.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { PlansServices } from '../../modules/plans/plans.capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { TaxesServices } from '../../modules/taxes/taxes.capability.js';
import type { UsageHistoryServices } from '../../modules/usage-history/usage-history.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import type { ProgressiveBillingChange } from './progressive-billing.changes.js';
import { ThresholdReview } from './threshold-review.js';

type Lower = PlatformServices<ProgressiveBillingChange> &
  TaxesServices &
  AddOnsServices &
  PlansServices &
  CustomersServices &
  SubscriptionsServices &
  UsageServices &
  InvoicesServices &
  UsageHistoryServices;

/** Invoices for usage that has reached a threshold before its billing period ends. */
export const progressiveBillingCapability = capability({
  services: (lower: Lower) => ({ thresholdReview: new ThresholdReview(lower) }),
  dueWork: ({ thresholdReview }) => ({ threshold_review: thresholdReview.reviewDue }),
  // Source: webhooks.md §3.
  activities: { 'subscription.usage_threshold_reached': onlySent('subscription') },
});
