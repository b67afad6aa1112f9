import type { Representation } from '../../platform/activity/snapshots.js';
import type { Actor } from '../../platform/actor.js';
import type { Reactions } from '../../platform/changes/changes.js';
import type { Tx } from '../../platform/db/database.js';
import type { ReachedThreshold } from '../../lifecycle/progressive-billing/progressive-billing.changes.js';
import type { OwnedSubscription } from '../../modules/subscriptions/subscription.changes.js';
import type { Services } from '../capabilities.js';
import type { SubscriptionAreaChange } from './announced-changes.js';
import { ofSubscription } from './recorded-rows.js';
import type { Reactors } from './reactors.js';

/** Reactions to changes of subscriptions, and to thresholds that their usage has reached. */
export function subscriptionReactions(
  { crmDocuments, dailyUsage, thresholdReview, usageNotices }: Services,
  { records, refreshesDrafts, reviewsAlerts }: Reactors,
): Reactions<SubscriptionAreaChange> {
  const sendsToCrms = (tx: Tx, actor: Actor, subscription: OwnedSubscription) =>
    crmDocuments.requestSubscriptions(tx, actor, [subscription]);
  return {
    'subscription.planned': [sendsToCrms],
    'subscription.started': [
      records('subscription.started', ofSubscription),
      async (tx, actor, { subscription, customer }) => {
        if (subscription.previousSubscriptionId === null || subscription.startedAt === null) return;
        // Units of recurring metrics are carried from the subscription that it replaces.
        await dailyUsage.request(tx, actor, [{ subscription, customer, now: subscription.startedAt }]);
      },
      sendsToCrms,
    ],
    'subscription.incomplete': [records('subscription.incomplete', ofSubscription), sendsToCrms],
    'subscription.canceled': [records('subscription.canceled', ofSubscription), sendsToCrms],
    'subscription.terminated': [records('subscription.terminated', ofSubscription), sendsToCrms],
    'subscription.termination_alert': [records('subscription.termination_alert', ofSubscription)],
    'subscription.trial_ended': [
      records('subscription.trial_ended', ({ subscriptions }) => subscriptions.map(ofSubscription)),
      (tx, actor, { subscriptions }) => crmDocuments.requestSubscriptions(tx, actor, subscriptions),
    ],
    'subscription.updated': [
      records('subscription.updated', (change) => ({ ...ofSubscription(change), before: change.before })),
      async (tx, actor, { subscription, before }) => {
        if (before['progressive_billing_disabled'] !== true || subscription.progressiveBillingDisabled)
          return;
        const owner = { subscriptionId: subscription.id };
        await thresholdReview.request(tx, actor, await usageNotices.activeOf(tx, actor, owner));
      },
      sendsToCrms,
    ],
    'subscription.usage_threshold_reached': [
      records('subscription.usage_threshold_reached', ({ reached }) =>
        reached.map(({ threshold, ...owned }) => ({
          ...ofSubscription(owned),
          sentWith: { usage_threshold: shownThreshold(threshold) },
        })),
      ),
    ],
    'subscription.plan_overridden': [
      refreshesDrafts(({ customer }) => ({ customerId: customer.id })),
      reviewsAlerts(({ subscription }) => ({ externalSubscriptionIds: [subscription.externalId] })),
    ],
  };
}

/** A threshold as REST shows it. */
function shownThreshold(threshold: ReachedThreshold['threshold']): Representation {
  const { id, displayName, amountCents, recurring, createdAt, updatedAt } = threshold;
  return {
    svc_id: id,
    threshold_display_name: displayName,
    amount_cents: Number(amountCents),
    recurring,
    created_at: shownInstant(createdAt),
    updated_at: shownInstant(updatedAt),
  };
}

/** In whole seconds, as REST shows instants. */
function shownInstant(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z');
}
