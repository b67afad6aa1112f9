import { isUpgrade } from '../core/plan-comparison.js';
import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import { invalid } from '../platform/errors/app-error.js';
import type { CustomerService } from '../modules/customers/customer.service.js';
import type { Plan } from '../modules/plans/plan.table.js';
import type { SubscriptionContext } from '../modules/subscriptions/subscription-context.js';
import type {
  PlanRequest,
  SubscriptionEditor,
} from '../modules/subscriptions/subscription-editor.service.js';
import type { SubscriptionTransitions } from '../modules/subscriptions/subscription-transitions.service.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import type { Subscription } from '../modules/subscriptions/subscription.table.js';
import { opensPlanPeriod } from './billing-days.js';
import type { DueWorkHandler } from './due-work-engine.js';
import type { SubscriptionBilling } from './subscription-billing.js';
import { foreseeLife, forgetFuture } from './subscription-timetable.js';

interface Services {
  readonly subscriptions: SubscriptionService;
  readonly subscriptionEditor: SubscriptionEditor;
  readonly subscriptionTransitions: SubscriptionTransitions;
  readonly billing: SubscriptionBilling;
  readonly customers: CustomerService;
}

/** Puts subscriptions on other plans. Source: subscriptions.md §5, §6. */
export class PlanChange {
  private readonly subscriptions: SubscriptionService;
  private readonly editor: SubscriptionEditor;
  private readonly transitions: SubscriptionTransitions;
  private readonly billing: SubscriptionBilling;
  private readonly customers: CustomerService;

  constructor(services: Services) {
    this.subscriptions = services.subscriptions;
    this.editor = services.subscriptionEditor;
    this.transitions = services.subscriptionTransitions;
    this.billing = services.billing;
    this.customers = services.customers;
  }

  /**
   * At once when a year of the other plan costs as much or more, else when the period ends.
   * @returns the subscription that runs then.
   * @throws AppError `planCode: unsupported_value` for an upgrade that leaves something of a plan in advance.
   */
  async change(tx: Tx, actor: Actor, current: Subscription, request: PlanRequest): Promise<Subscription> {
    const context = await this.subscriptions.context(tx, actor, current.id);
    if (context.plan.id === request.plan.id) return current;
    if (current.status === 'pending') return this.editor.replacePlan(tx, actor, context, request);
    return isUpgrade(context.plan, request.plan)
      ? this.upgrade(tx, actor, context, request)
      : this.planDowngrade(tx, actor, context, request);
  }

  /** Does what falls due on billing days: downgrades that wait for one, and the billing of all others. */
  readonly doBillingDay: DueWorkHandler = async (tx, actor, batch) => {
    const contexts = await this.subscriptions.contextsInOrder(tx, actor, batch.subjectIds);
    const successors = await this.subscriptions.successors(tx, actor, batch.subjectIds);
    const changing = contexts.filter(
      (context) =>
        successors.get(context.subscription.id)?.status === 'pending' &&
        context.subscription.status === 'active' &&
        opensPlanPeriod(context, batch.dueAt),
    );
    for (const context of changing) {
      await this.replace(tx, actor, context, successors.get(context.subscription.id), 'downgrade');
    }
    const changed = new Set(changing.map(({ subscription }) => subscription.id));
    const subjectIds = batch.subjectIds.filter((id) => !changed.has(id));
    await this.billing.bill(tx, actor, { ...batch, subjectIds });
  };

  /**
   * Looks again at the downgrades that wait when the amount of a plan has changed: one to a plan that costs as much by now
   * happens at once, as an upgrade; one from a plan that costs less by now is dropped. Source: subscriptions.md §10.
   * @throws AppError kind `notAllowed`, `test_clock_advancing`; `planCode: unsupported_value` as `change`.
   */
  async reconsider(tx: Tx, actor: Actor, { id: planId }: Plan): Promise<void> {
    const planned = await this.subscriptions.plannedOn(tx, actor, planId);
    const customerIds = planned.map(({ customerId }) => customerId);
    await this.customers.lockStill(tx, actor, customerIds);
    for (const { id, currentId } of planned) {
      const context = await this.subscriptions.context(tx, actor, currentId);
      // With the customer held it is still planned, or has happened since.
      const next = await this.subscriptions.plannedNext(tx, context.subscription);
      if (next?.id !== id || context.subscription.status !== 'active') continue;
      const { plan: nextPlan } = await this.subscriptions.context(tx, actor, id);
      const isOfNext = nextPlan.id === planId;
      if (isOfNext && isUpgrade(context.plan, nextPlan)) {
        await this.replace(tx, actor, context, await this.editor.turnIntoUpgrade(tx, next), 'upgrade');
      }
      if (!isOfNext && !isUpgrade(nextPlan, context.plan)) {
        await this.transitions.callOff(tx, actor, context, next);
      }
    }
  }

  private async upgrade(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    request: PlanRequest,
  ): Promise<Subscription> {
    await this.dropNext(tx, context);
    const next = await this.editor.follow(tx, actor, context, 'upgrade', request);
    await this.replace(tx, actor, context, next, 'upgrade');
    return this.subscriptions.get(tx, actor, { id: next.id });
  }

  private async planDowngrade(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    request: PlanRequest,
  ): Promise<Subscription> {
    const before = await this.transitions.snapshot(tx, actor, context.subscription);
    await this.dropNext(tx, context);
    await this.editor.follow(tx, actor, context, 'downgrade', request);
    await this.transitions.changedNext(tx, actor, context, before);
    return context.subscription;
  }

  /** Drops a downgrade that was planned. */
  private async dropNext(tx: Tx, { subscription, now }: SubscriptionContext): Promise<void> {
    const next = await this.subscriptions.plannedNext(tx, subscription);
    if (next !== null) await this.transitions.cancelNext(tx, next, now);
  }

  /** Ends a subscription, lets the next one begin at that instant, and bills both. */
  private async replace(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    next: Subscription | undefined,
    change: 'upgrade' | 'downgrade',
  ): Promise<void> {
    if (next === undefined) return;
    if (change === 'upgrade' && (await this.billing.leavesUnused(tx, actor, context, { isUpgraded: true }))) {
      throw invalid({ planCode: ['unsupported_value'] });
    }
    const at = context.now;
    const ended = await this.transitions.terminate(tx, actor, context, at);
    await forgetFuture(tx, actor, context, at);
    await this.transitions.takeOver(tx, actor, { ...context, subscription: next }, at);
    const begun = await this.subscriptions.context(tx, actor, next.id);
    await this.billing.change(tx, actor, { ...context, subscription: ended }, begun, change);
    await foreseeLife(tx, actor, begun);
  }
}
