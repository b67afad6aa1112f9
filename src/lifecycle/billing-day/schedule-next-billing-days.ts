import { nextBillingAt } from '../../core/invoicing/subscriptions/subscription-terms.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { isBilledOn } from '../billing-records/billing-days.js';
import { scheduleAll, scheduleLife } from '../due-work/subscription-timetable.js';
import type { SettledSubscriptions } from './settle-downgrades.js';

/**
 * Schedules the next billing day of each subscription that was due, and everything that is to come of those that began
 * with a downgrade.
 * @param at the billing day that is done.
 */
export async function scheduleNextBillingDays(
  tx: Tx,
  actor: Actor,
  { downgrades, continuing }: SettledSubscriptions,
  at: Date,
): Promise<void> {
  const next = continuing
    .map((context) => ({ ...context, dueAt: nextBillingAt(context.terms, at) }))
    // A subscription may have ended before late work is done: its billing days before the end are still billed.
    .filter((context) => context.subscription.status === 'active' || isBilledOn(context, context.dueAt));
  await scheduleAll(tx, actor, 'subscription_billing', next);
  for (const { begun } of downgrades) await scheduleLife(tx, actor, begun);
}
