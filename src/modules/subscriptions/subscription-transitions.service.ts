import type { Actor } from '../../platform/actor.js';
import type { Representation, Snapshots } from '../../platform/activity/snapshots.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Tx } from '../../platform/db/database.js';
import type { FixedChargeUnitsService } from './fixed-charge-units.service.js';
import type { SubscriptionContext } from './subscription-context.js';
import type { SubscriptionChange } from './subscription.changes.js';
import { subscriptionRepository } from './subscription.repository.js';
import { awaitingPayment, begun, givenUp, moved, paidFor, takenOver } from './subscription.states.js';
import type { Subscription } from './subscription.table.js';

/** Moves subscriptions from state to state, and tells of it. Nothing is billed here. Source: subscriptions.md §1. */
export class SubscriptionTransitions {
  constructor(
    private readonly fixedChargeUnits: FixedChargeUnitsService,
    private readonly snapshots: Snapshots<'subscription'>,
    private readonly changes: Changes<SubscriptionChange>,
  ) {}

  /** Lets a pending subscription begin, at the instant it was planned for. */
  async activate(tx: Tx, actor: Actor, { subscription, customer, now }: SubscriptionContext): Promise<void> {
    const lastInvoicedEnd = await subscriptionRepository.findLastInvoicedEnd(tx, subscription);
    const active = begun(subscription, now, lastInvoicedEnd);
    await subscriptionRepository.update(tx, active);
    await this.fixedChargeUnits.start(tx, actor, active, now);
    await this.changes.announce(tx, actor, { type: 'subscription.started', subscription: active, customer });
  }

  /** Lets a pending subscription wait for its payment; `tellIncomplete` tells of it, once it is clear that it has to. */
  async awaitPayment(tx: Tx, actor: Actor, { subscription, now }: SubscriptionContext): Promise<void> {
    const lastInvoicedEnd = await subscriptionRepository.findLastInvoicedEnd(tx, subscription);
    const incomplete = awaitingPayment(subscription, now, lastInvoicedEnd);
    await subscriptionRepository.update(tx, incomplete);
    await this.fixedChargeUnits.start(tx, actor, incomplete, now);
  }

  tellIncomplete(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    return this.changes.announce(tx, actor, { type: 'subscription.incomplete', ...context });
  }

  /** Lets a subscription run that was paid for. */
  async complete(tx: Tx, actor: Actor, { subscription, customer, now }: SubscriptionContext): Promise<void> {
    const active = paidFor(subscription, now);
    await subscriptionRepository.update(tx, active);
    await this.changes.announce(tx, actor, { type: 'subscription.started', subscription: active, customer });
  }

  /** Drops a subscription that was not paid for. */
  async giveUp(
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

  /** Lets the next subscription of a chain begin, when the one before has ended. */
  async takeOver(
    tx: Tx,
    actor: Actor,
    { subscription, customer, terms }: SubscriptionContext,
    at: Date,
  ): Promise<void> {
    const active = takenOver(subscription, at, terms.timezone);
    await subscriptionRepository.update(tx, active);
    await this.fixedChargeUnits.start(tx, actor, active, at);
    await this.changes.announce(tx, actor, { type: 'subscription.started', subscription: active, customer });
  }

  /** Notes that free trials are over. */
  async endTrials(tx: Tx, actor: Actor, contexts: readonly SubscriptionContext[]): Promise<void> {
    const changed = contexts.map(({ subscription, customer, trialEndsAt, now }) => ({
      // A trial that was taken away ended when that was noticed.
      subscription: { ...subscription, trialEndedAt: trialEndsAt ?? now, updatedAt: now },
      customer,
    }));
    await subscriptionRepository.updateAll(
      tx,
      changed.map(({ subscription }) => subscription),
    );
    await this.changes.announce(tx, actor, { type: 'subscription.trial_ended', subscriptions: changed });
  }

  /** Ends an active subscription at an instant. */
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

  /** Drops a subscription that never began. */
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

  /** Tells that an end comes near. */
  alertOfEnd(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    return this.changes.announce(tx, actor, { type: 'subscription.termination_alert', ...context });
  }

  /** Drops the subscription that was to follow; `changedNext` tells of it. */
  async cancelNext(tx: Tx, next: Subscription, at: Date): Promise<void> {
    await subscriptionRepository.update(tx, moved(next, 'canceled', { canceledAt: at, updatedAt: at }));
  }

  /** Drops a planned downgrade, which is a change of the subscription that runs on. Source: subscriptions.md §6. */
  async cancelPlannedDowngrade(
    tx: Tx,
    actor: Actor,
    current: SubscriptionContext,
    next: Subscription,
  ): Promise<void> {
    const before = await this.snapshot(tx, actor, current.subscription);
    await this.cancelNext(tx, next, current.now);
    await this.changedNext(tx, actor, current, before);
  }

  /** How REST shows a subscription before a change that `changedNext` records. */
  snapshot(tx: Tx, actor: Actor, subscription: Subscription): Promise<Representation> {
    return this.snapshots.of(tx, actor, 'subscription', subscription.id);
  }

  /** Records that another subscription is to follow, or none any more. */
  changedNext(tx: Tx, actor: Actor, context: SubscriptionContext, before: Representation): Promise<void> {
    return this.changes.announce(tx, actor, { type: 'subscription.updated', ...context, before });
  }
}
