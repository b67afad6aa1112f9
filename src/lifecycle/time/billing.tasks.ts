import type { CronItem, Task } from 'graphile-worker';
import type { TaskPayloads } from '../../platform/jobs/enqueue.js';
import type { DraftInvoices } from '../billing/draft-invoices.js';
import type { EventBilling } from '../billing/event-billing.js';
import type { SubscriptionWindUp } from '../subscriptions/subscription-wind-up.js';

/** What the job queue does for billing. */
export function billingTasks({
  eventBilling,
  subscriptionWindUp,
  draftInvoices,
}: {
  readonly eventBilling: EventBilling;
  readonly subscriptionWindUp: SubscriptionWindUp;
  readonly draftInvoices: DraftInvoices;
}): Record<string, Task> {
  return {
    bill_events: (payload) => eventBilling.run(payload as TaskPayloads['bill_events']),
    end_subscriptions: (payload) => subscriptionWindUp.run(payload as TaskPayloads['end_subscriptions']),
    resume_deletions: () => subscriptionWindUp.resume(),
    refresh_used_drafts: () => draftInvoices.flagUsed(),
  };
}

export const BILLING_CRONTAB: readonly CronItem[] = [
  // Source: invoices.md §6.
  { task: 'refresh_used_drafts', match: '*/5 * * * *' },
  { task: 'resume_deletions', match: '23 * * * *' },
];
