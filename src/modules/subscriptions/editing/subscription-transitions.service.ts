import type { Actor } from '../../../platform/actor.js';
import type { Representation, Snapshots } from '../../../platform/activity/snapshots.js';
import type { Changes } from '../../../platform/changes/changes.js';
import type { Tx } from '../../../platform/db/database.js';
import type { FixedChargeUnitsService } from '../units/fixed-charge-units.service.js';
import type { SubscriptionContext } from '../records/subscription-context.js';
import type { SubscriptionChange } from '../subscription.changes.js';
import { subscriptionRepository } from '../records/subscription.repository.js';
import {
  awaitingPayment,
  begun,
  givenUp,
  moved,
  paidFor,
  activatedSuccessor,
} from '../records/subscription.states.js';
import type { Subscription } from '../records/subscription.table.js';

/** Changes the status of subscriptions and announces it. Bills nothing. Source: subscriptions.md §1. */
export class SubscriptionTransitions {
  constructor(
    private readonly fixedChargeUnits: FixedChargeUnitsService,
    private readonly snapshots: Snapshots<'subscription'>,
    private readonly changes: Changes<SubscriptionChange>,
  ) {}

  /** Announces a new subscription that starts later. */
  announcePlanned(tx: Tx, actor: Actor, { subscription, customer }: SubscriptionContext): Promise<void> {
    return this.changes.announce(tx, actor, { type: 'subscription.planned', subscription, customer });
  }

  /** Activates a pending subscription as of its planned start. */
  async activate(
    tx: Tx,
    actor: Actor,
    { subscription, customer, now }: SubscriptionContext,
  ): Promise<Subscription> {
    const lastEnds = await subscriptionRepository.findLastEnds(tx, subscription);
    const active = begun(subscription, now, lastEnds);
    await subscriptionRepository.update(tx, active);
    await this.fixedChargeUnits.start(tx, actor, active, now);
    await this.changes.announce(tx, actor, { type: 'subscription.started', subscription: active, customer });
    return active;
  }

  /** Makes a pending subscription incomplete until it is paid. `announceIncomplete` announces it, once there is an invoice. */
  async awaitPayment(tx: Tx, actor: Actor, { subscription, now }: SubscriptionContext): Promise<void> {
    const lastEnds = await subscriptionRepository.findLastEnds(tx, subscription);
    const incomplete = awaitingPayment(subscription, now, lastEnds);
    await subscriptionRepository.update(tx, incomplete);
    await this.fixedChargeUnits.start(tx, actor, incomplete, now);
  }

  announceIncomplete(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    return this.changes.announce(tx, actor, { type: 'subscription.incomplete', ...context });
  }

  /** Activates an incomplete subscription that was paid. */
  async complete(tx: Tx, actor: Actor, { subscription, customer, now }: SubscriptionContext): Promise<void> {
    const active = paidFor(subscription, now);
    await subscriptionRepository.update(tx, active);
    await this.changes.announce(tx, actor, { type: 'subscription.started', subscription: active, customer });
  }

  /** Cancels an incomplete subscription that was not paid. */
  async cancelUnpaid(
    tx: Tx,
    actor: Actor,
    { subscription, customer, now }: SubscriptionContext,
    reason: Subscription['cancellationReason'],
  ): Promise<void> {
    const canceled = givenUp(subscription, reason, now);
    await subscriptionRepository.update(tx, canceled);
    await this.changes.announce(tx, actor, {
      type: 'subscription.canceled',
      subscription: canceled,
      customer,
    });
  }

  /** Activates the next subscription of a chain, after the one before has ended. */
  async activateSuccessor(
    tx: Tx,
    actor: Actor,
    { subscription, customer, terms }: SubscriptionContext,
    at: Date,
  ): Promise<void> {
    const active = activatedSuccessor(subscription, at, terms.timezone);
    await subscriptionRepository.update(tx, active);
    await this.fixedChargeUnits.start(tx, actor, active, at);
    await this.changes.announce(tx, actor, { type: 'subscription.started', subscription: active, customer });
  }

  /** Records that free trials have ended. */
  async endTrials(tx: Tx, actor: Actor, contexts: readonly SubscriptionContext[]): Promise<void> {
    const changed = contexts.map(({ subscription, customer, trialEndsAt, now }) => ({
      // A trial that was removed from the plan ends now.
      subscription: { ...subscription, trialEndedAt: trialEndsAt ?? now, updatedAt: now },
      customer,
    }));
    await subscriptionRepository.updateAll(
      tx,
      changed.map(({ subscription }) => subscription),
    );
    await this.changes.announce(tx, actor, { type: 'subscription.trial_ended', subscriptions: changed });
  }

  /** Terminates an active subscription at an instant. */
  async terminate(
    tx: Tx,
    actor: Actor,
    { subscription, customer }: SubscriptionContext,
    at: Date,
  ): Promise<Subscription> {
    const terminated = moved(subscription, 'terminated', { terminatedAt: at, updatedAt: at });
    await subscriptionRepository.update(tx, terminated);
    await this.changes.announce(tx, actor, {
      type: 'subscription.terminated',
      subscription: terminated,
      customer,
    });
    return terminated;
  }

  /** Cancels a pending subscription. */
  async cancel(
    tx: Tx,
    actor: Actor,
    { subscription, customer, now }: SubscriptionContext,
  ): Promise<Subscription> {
    const canceled = moved(subscription, 'canceled', { canceledAt: now, updatedAt: now });
    await subscriptionRepository.update(tx, canceled);
    await this.changes.announce(tx, actor, {
      type: 'subscription.terminated',
      subscription: canceled,
      customer,
    });
    return canceled;
  }

  /** Announces that the subscription will end soon. */
  announceUpcomingEnd(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    return this.changes.announce(tx, actor, { type: 'subscription.termination_alert', ...context });
  }

  /** Cancels the pending next subscription; `announceNextChange` announces it. */
  async cancelNext(tx: Tx, next: Subscription, at: Date): Promise<void> {
    await subscriptionRepository.update(tx, moved(next, 'canceled', { canceledAt: at, updatedAt: at }));
  }

  /** Cancels a planned downgrade, and records it as a change of the current subscription. Source: subscriptions.md §6. */
  async cancelPlannedDowngrade(
    tx: Tx,
    actor: Actor,
    current: SubscriptionContext,
    next: Subscription,
  ): Promise<void> {
    const before = await this.snapshot(tx, actor, current.subscription);
    await this.cancelNext(tx, next, current.now);
    await this.announceNextChange(tx, actor, current, before);
  }

  /** The REST representation of a subscription before a change that `announceNextChange` records. */
  snapshot(tx: Tx, actor: Actor, subscription: Subscription): Promise<Representation> {
    return this.snapshots.take(tx, actor, 'subscription', subscription);
  }

  /** Records that the next subscription of the chain has changed. */
  announceNextChange(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    before: Representation,
  ): Promise<void> {
    return this.changes.announce(tx, actor, { type: 'subscription.updated', ...context, before });
  }
}
