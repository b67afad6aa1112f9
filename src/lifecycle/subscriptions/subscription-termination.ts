import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { invalid } from '../../platform/errors/app-error.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { TerminateSubscription } from '../../modules/subscriptions/records/subscription.input.js';
import {
  effectiveCreditNoteOption,
  withTerminationOptions,
} from '../../modules/subscriptions/records/subscription.states.js';
import type { SubscriptionTransitions } from '../../modules/subscriptions/editing/subscription-transitions.service.js';
import type { SubscriptionContexts } from '../../modules/subscriptions/reading/subscription-contexts.service.js';
import type { SubscriptionService } from '../../modules/subscriptions/reading/subscription.service.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import { SUBSCRIPTION_WORK } from '../../modules/subscriptions/subscription-work.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';
import type { Activation } from './activation.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { SubscriptionBilling } from '../occasions/subscription-billing.js';
import { scheduleAlert, unscheduleFuture } from '../due-work/subscription-timetable.js';
import type { UnusedCredit } from '../occasions/unused-credit.js';

interface Needs extends Pick<
  SubscriptionLivesNeeds,
  'subscriptions' | 'subscriptionContexts' | 'subscriptionTransitions' | 'billing' | 'unusedCredit'
> {
  readonly activation: Activation;
}

/** The tax statuses of an invoice whose taxes are not known: what ends by itself does not wait for them, but its credit note does. */
const UNTAXED = ['pending', 'failed'] as const;

/** Ends subscriptions: by request, or when their end has come. Source: subscriptions.md §4, §7. */
export class SubscriptionTermination {
  private readonly subscriptions: SubscriptionService;
  private readonly subscriptionContexts: SubscriptionContexts;
  private readonly transitions: SubscriptionTransitions;
  private readonly billing: SubscriptionBilling;
  private readonly activation: Activation;
  private readonly unusedCredit: UnusedCredit;

  constructor(needs: Needs) {
    this.subscriptions = needs.subscriptions;
    this.subscriptionContexts = needs.subscriptionContexts;
    this.transitions = needs.subscriptionTransitions;
    this.billing = needs.billing;
    this.activation = needs.activation;
    this.unusedCredit = needs.unusedCredit;
  }

  /**
   * Ends an active subscription now, with its closing invoice, or cancels a pending one.
   * @returns the subscription as it then is.
   * @throws AppError `subscription_not_found` also for one that has ended; `test_clock_advancing`;
   *   `base: subscription_incomplete`, `next_subscription_incomplete` while
   *   it, or the next subscription of its chain, is pending payment; kind `notAllowed`, `cannot_terminate_with_pending_taxes`. After
   *   these have failed, the credit note waits for them.
   */
  async terminate(tx: Tx, actor: Actor, input: TerminateSubscription): Promise<Subscription> {
    const context = await this.subscriptionContexts.lockLive(tx, actor, input.id);
    if (context.subscription.status === 'pending') return this.cancel(tx, actor, context);
    if ((await this.subscriptions.incompleteNext(tx, context.subscription)) !== null) {
      throw invalid({ base: ['next_subscription_incomplete'] });
    }
    return this.end(tx, actor, withTerminationOptions(context, input), {
      at: context.now,
      waitsFor: ['failed'],
    });
  }

  /**
   * Ends an active subscription now with the options stored on it, cancels a pending one, and gives up one that is
   * pending payment. Leaves a subscription that has ended as it is.
   */
  async endNow(tx: Tx, actor: Actor, id: string): Promise<void> {
    const context = await this.subscriptionContexts.get(tx, actor, id);
    const { status } = context.subscription;
    if (status === 'pending') await this.cancel(tx, actor, context);
    if (status === 'incomplete') await this.activation.abandon(tx, actor, context);
    if (status !== 'active') return;
    await this.end(tx, actor, context, { at: context.now, waitsFor: UNTAXED });
  }

  /** Ends subscriptions whose `endingAt` has come. */
  readonly endDue: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    for (const context of await this.subscriptionContexts.getManyInOrder(tx, actor, subjectIds)) {
      await this.end(tx, actor, context, { at: dueAt, waitsFor: UNTAXED });
    }
  };

  /** Sends the alerts of ends that come near, and schedules the next ones. */
  readonly sendDueAlerts: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    for (const context of await this.subscriptionContexts.getManyInOrder(tx, actor, subjectIds)) {
      await this.transitions.announceUpcomingEnd(tx, actor, context);
      await scheduleAlert(tx, actor, context, dueAt);
    }
  };

  private async cancel(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<Subscription> {
    const { id, previousSubscriptionId } = context.subscription;
    if (previousSubscriptionId === null) {
      await SUBSCRIPTION_WORK.cancel(tx, actor, 'subscription_start', id);
      return this.transitions.cancel(tx, actor, context);
    }
    const current = await this.subscriptionContexts.get(tx, actor, previousSubscriptionId);
    await this.transitions.cancelPlannedDowngrade(tx, actor, current, context.subscription);
    return this.subscriptions.get(tx, actor, { id });
  }

  private async end(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    { at, waitsFor }: { readonly at: Date; readonly waitsFor: readonly Invoice['taxStatus'][] },
  ): Promise<Subscription> {
    const next = await this.subscriptions.plannedNext(tx, context.subscription);
    if (next !== null) await this.transitions.cancelNext(tx, next, at);
    const incomplete = await this.subscriptions.incompleteNext(tx, context.subscription);
    if (incomplete !== null) {
      await this.activation.abandon(tx, actor, await this.subscriptionContexts.get(tx, actor, incomplete.id));
    }
    const mode = effectiveCreditNoteOption(context);
    const ending = { ...context, subscription: { ...context.subscription, onTerminationCreditNote: mode } };
    const ended = await this.transitions.terminate(tx, actor, ending, at);
    await unscheduleFuture(tx, actor, context, at);
    if (mode !== null && mode !== 'skip')
      await this.unusedCredit.issue(tx, actor, context, { at, isUpgraded: false, mode, waitsFor });
    await this.billing.billEnd(tx, actor, ended.id);
    return ended;
  }
}
