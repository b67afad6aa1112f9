import { isUpgrade } from '../../core/invoicing/subscriptions/plan-comparison.js';
import type { LockedInvoice } from '../../modules/invoices/settlement/locked-invoice.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { OpenInvoices } from '../../modules/invoices/issuing/open-invoices.service.js';
import type { Plan } from '../../modules/plans/plan.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type {
  PlanRequest,
  SubscriptionEditor,
} from '../../modules/subscriptions/editing/subscription-editor.service.js';
import type { SubscriptionTransitions } from '../../modules/subscriptions/editing/subscription-transitions.service.js';
import type { SubscriptionContexts } from '../../modules/subscriptions/reading/subscription-contexts.service.js';
import type { SubscriptionService } from '../../modules/subscriptions/reading/subscription.service.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';
import type { ActivationGate } from './activation-gate.js';
import type { DueWorkEngine } from '../due-work/due-work-engine.js';
import type { PlanSwitch } from '../occasions/plan-switch.js';
import type { SubscriptionBilling } from '../occasions/subscription-billing.js';
import { scheduleLife, unscheduleFuture } from '../due-work/subscription-timetable.js';
import type { OrderCredit } from '../occasions/order-credit.js';
import type { UnusedCredit } from '../occasions/unused-credit.js';

interface Needs extends Pick<
  SubscriptionLivesNeeds,
  | 'subscriptions'
  | 'subscriptionContexts'
  | 'subscriptionEditor'
  | 'subscriptionTransitions'
  | 'billing'
  | 'unusedCredit'
  | 'openInvoices'
  | 'orderCredit'
  | 'engine'
> {
  readonly activationGate: ActivationGate;
}

/** Moves subscriptions to other plans. Source: subscriptions.md §5, §6. */
export class PlanChange {
  private readonly subscriptions: SubscriptionService;
  private readonly subscriptionContexts: SubscriptionContexts;
  private readonly editor: SubscriptionEditor;
  private readonly transitions: SubscriptionTransitions;
  private readonly billing: SubscriptionBilling;
  private readonly gate: ActivationGate;
  private readonly unusedCredit: UnusedCredit;
  private readonly openInvoices: OpenInvoices;
  private readonly orderCredit: OrderCredit;
  private readonly engine: DueWorkEngine;

  constructor(needs: Needs) {
    this.subscriptions = needs.subscriptions;
    this.subscriptionContexts = needs.subscriptionContexts;
    this.editor = needs.subscriptionEditor;
    this.transitions = needs.subscriptionTransitions;
    this.billing = needs.billing;
    this.gate = needs.activationGate;
    this.unusedCredit = needs.unusedCredit;
    this.openInvoices = needs.openInvoices;
    this.orderCredit = needs.orderCredit;
    this.engine = needs.engine;
  }

  /**
   * Upgrades at once to a plan whose year costs as much or more; plans a downgrade to any other for the end of the
   * period.
   * @returns the subscription that runs then, and whether it has the plan already.
   */
  async change(
    tx: Tx,
    actor: Actor,
    current: Subscription,
    request: PlanRequest,
  ): Promise<{ readonly subscription: Subscription; readonly isKept: boolean }> {
    const running = await this.catchUp(tx, actor, current);
    const context = await this.subscriptionContexts.get(tx, actor, running.id);
    if (context.plan.id === request.plan.id) {
      await this.editor.keep(tx, actor, context, request);
      return { subscription: running, isKept: true };
    }
    return { subscription: await this.changeTo(tx, actor, context, request), isKept: false };
  }

  private changeTo(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    request: PlanRequest,
  ): Promise<Subscription> {
    if (context.subscription.status === 'pending')
      return this.editor.replacePlan(tx, actor, context, request);
    return isUpgrade(context.plan, request.plan)
      ? this.upgrade(tx, actor, context, request)
      : this.planDowngrade(tx, actor, context, request);
  }

  /**
   * Carries out a planned downgrade on the billing day that it waited for. The caller bills both subscriptions, and
   * schedules what is to come of the one that has begun.
   * @returns null when the next plan has to be paid for first: the current subscription runs on meanwhile.
   */
  async carryOutDowngrade(
    tx: Tx,
    actor: Actor,
    current: SubscriptionContext,
    next: Subscription,
  ): Promise<PlanSwitch | null> {
    if (await this.startPaymentHold(tx, actor, next)) return null;
    return this.switchTo(tx, actor, current, next, 'downgrade');
  }

  /**
   * Carries out a planned downgrade at once, as an upgrade, if its plan now costs at least as much as the current
   * one. Its customer is locked.
   */
  async upgradeNow(tx: Tx, actor: Actor, planned: Subscription): Promise<void> {
    const waiting = await this.plannedDowngrade(tx, actor, planned);
    if (waiting === null || !isUpgrade(waiting.current.plan, waiting.nextPlan)) return;
    const upgrade = await this.editor.turnIntoUpgrade(tx, waiting.next);
    if (await this.startPaymentHold(tx, actor, upgrade)) return;
    await this.upgradeTo(tx, actor, waiting.current, upgrade);
  }

  /** Cancels a planned downgrade if the current plan now costs less than the next one. Its customer is locked. */
  async cancelPlannedDowngrade(tx: Tx, actor: Actor, planned: Subscription): Promise<void> {
    const waiting = await this.plannedDowngrade(tx, actor, planned);
    if (waiting === null || isUpgrade(waiting.nextPlan, waiting.current.plan)) return;
    await this.transitions.cancelPlannedDowngrade(tx, actor, waiting.current, waiting.next);
  }

  /** A planned downgrade with both plans, once overdue billing days are billed; null if that has carried it out. */
  private async plannedDowngrade(
    tx: Tx,
    actor: Actor,
    { id, previousSubscriptionId }: Subscription,
  ): Promise<{ current: SubscriptionContext; next: Subscription; nextPlan: Plan } | null> {
    const currentId = previousSubscriptionId ?? '';
    await this.catchUp(tx, actor, await this.subscriptions.get(tx, actor, { id: currentId }));
    const current = await this.subscriptionContexts.get(tx, actor, currentId);
    const next = await this.subscriptions.plannedNext(tx, current.subscription);
    if (next?.id !== id || current.subscription.status !== 'active') return null;
    const { plan: nextPlan } = await this.subscriptionContexts.get(tx, actor, id);
    return { current, next, nextPlan };
  }

  /**
   * Switches to the next subscription of a chain once its open invoice is paid: ends the current one at once,
   * whichever plan costs more. Each day is paid to the plan that ran on it. Source: subscriptions.md §12;
   * docs/adr/0023.
   * @param locked the paid invoice, which this issues.
   */
  async complete(tx: Tx, actor: Actor, next: SubscriptionContext, locked: LockedInvoice): Promise<void> {
    const { id, previousSubscriptionId } = next.subscription;
    const previous = await this.subscriptions.get(tx, actor, { id: previousSubscriptionId ?? '' });
    const { id: endingId } = await this.catchUp(tx, actor, previous);
    const context = await this.subscriptionContexts.get(tx, actor, endingId);
    const issued = await this.openInvoices.issue(tx, actor, locked);
    const ended = await this.end(tx, actor, context, 'upgrade');
    await this.transitions.complete(tx, actor, next);
    const begun = await this.subscriptionContexts.get(tx, actor, id);
    const isPaid = await this.orderCredit.issue(tx, actor, begun, issued);
    await this.billing.billUpgrade(tx, actor, { ended, begun }, { isPaid });
  }

  /**
   * Bills the overdue billing days of a subscription, whose customer is locked, before its plan changes: its closing
   * invoice would leave their periods out.
   * @returns the subscription of the chain that runs then: a billing day may have carried out a downgrade.
   */
  private async catchUp(tx: Tx, actor: Actor, current: Subscription): Promise<Subscription> {
    const context = await this.subscriptionContexts.get(tx, actor, current.id);
    const billingDay = { kind: 'subscription_billing', subjectId: current.id, by: context.now } as const;
    if (!(await this.engine.performOverdue(tx, actor, billingDay))) {
      await this.billing.billSkippedDay(tx, actor, context);
      return current;
    }
    const next = (await this.subscriptions.successors(tx, actor, [current.id])).get(current.id);
    return this.catchUp(tx, actor, next?.status === 'active' ? next : current);
  }

  private async startPaymentHold(tx: Tx, actor: Actor, { id }: Subscription): Promise<boolean> {
    return this.gate.startPaymentHold(tx, actor, await this.subscriptionContexts.get(tx, actor, id));
  }

  private async upgrade(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    request: PlanRequest,
  ): Promise<Subscription> {
    await this.cancelNext(tx, context);
    const next = await this.editor.createSuccessor(tx, actor, context, 'upgrade', request);
    if (!(await this.startPaymentHold(tx, actor, next))) await this.upgradeTo(tx, actor, context, next);
    return this.subscriptions.get(tx, actor, { id: next.id });
  }

  private async planDowngrade(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    request: PlanRequest,
  ): Promise<Subscription> {
    const before = await this.transitions.snapshot(tx, actor, context.subscription);
    await this.cancelNext(tx, context);
    await this.editor.createSuccessor(tx, actor, context, 'downgrade', request);
    await this.transitions.announceNextChange(tx, actor, context, before);
    return context.subscription;
  }

  /** Cancels the planned downgrade, if there is one. */
  private async cancelNext(tx: Tx, { subscription, now }: SubscriptionContext): Promise<void> {
    const next = await this.subscriptions.plannedNext(tx, subscription);
    if (next !== null) await this.transitions.cancelNext(tx, next, now);
  }

  /** Switches to the next subscription now, bills both, and schedules the work of the one that has begun. */
  private async upgradeTo(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    next: Subscription,
  ): Promise<void> {
    const upgrade = await this.switchTo(tx, actor, context, next, 'upgrade');
    await this.billing.billUpgrade(tx, actor, upgrade, { isPaid: false });
    await scheduleLife(tx, actor, upgrade.begun);
  }

  /** Ends a subscription, and starts the next one at that instant. */
  private async switchTo(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    next: Subscription,
    change: 'upgrade' | 'downgrade',
  ): Promise<PlanSwitch> {
    const ended = await this.end(tx, actor, context, change);
    await this.transitions.activateSuccessor(tx, actor, { ...context, subscription: next }, context.now);
    return { ended, begun: await this.subscriptionContexts.get(tx, actor, next.id) };
  }

  /** Ends a subscription that another one follows. An upgrade credits the unused days of a plan in advance. */
  private async end(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    change: 'upgrade' | 'downgrade',
  ): Promise<SubscriptionContext> {
    const at = context.now;
    const subscription = await this.transitions.terminate(tx, actor, context, at);
    await unscheduleFuture(tx, actor, context, at);
    if (change === 'upgrade') {
      // Always as credit, which the invoice of the change takes at once (subscriptions.md §5).
      await this.unusedCredit.issue(tx, actor, context, { at, isUpgraded: true, mode: 'credit' });
    }
    return { ...context, subscription };
  }
}
