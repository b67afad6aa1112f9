import { capability } from '../../platform/capabilities/capability.js';
import { onlySent } from '../../platform/activity/activity-kinds.js';
import type { ProgressiveBillingNeeds } from './progressive-billing.needs.js';
import { ThresholdReview } from './threshold-review.js';

/** Invoices for usage that has reached a threshold before its billing period ends. */
export const progressiveBillingCapability = capability({
  services: (lower: ProgressiveBillingNeeds) => ({ thresholdReview: new ThresholdReview(lower) }),
  dueWork: ({ thresholdReview }) => ({ threshold_review: thresholdReview.reviewDue }),
  // Source: webhooks.md §3.
  activities: { 'subscription.usage_threshold_reached': onlySent('subscription') },
});
