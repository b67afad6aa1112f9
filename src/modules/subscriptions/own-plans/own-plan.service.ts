import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { QuantityChange } from '../../plans/fixed-charges/quantity-change.js';
import {
  sentOverrides,
  type SentOverrides,
  type RequestedOverrides,
} from '../../plans/own-plans/plan-override.rules.js';
import type { SentPlanOverrides } from '../../plans/own-plans/plan-override.input.js';
import type { OverriddenPlan, SubscribedPlan } from '../../plans/own-plans/plan-override.service.js';
import type { Plan } from '../../plans/plan.table.js';
import type { SubscriptionsNeeds } from '../subscriptions.needs.js';
import type { FixedChargeUnitsService } from '../units/fixed-charge-units.service.js';
import type { SubscriptionContext } from '../records/subscription-context.js';
import { subscriptionRepository } from '../records/subscription.repository.js';
import type { SubscriptionService } from '../reading/subscription.service.js';
import type { SubscriptionContexts } from '../reading/subscription-contexts.service.js';

interface Needs extends Pick<SubscriptionsNeeds, 'plans' | 'planOverrides' | 'snapshots' | 'changes'> {
  readonly fixedChargeUnits: FixedChargeUnitsService;
  readonly subscriptions: SubscriptionService;
  readonly subscriptionContexts: SubscriptionContexts;
}

/** Quantities of fixed charges to apply to a subscription, immediately or from its next period. */
export interface NewQuantities {
  /** Quantities of its own plan. */
  readonly quantities: readonly QuantityChange[];
  /** Units that override those of its plan. */
  readonly ownUnits: readonly QuantityChange[];
}

/** A subscription after its overrides were applied, and the quantities that the caller still has to apply. */
export interface OverriddenSubscription extends NewQuantities {
  readonly context: SubscriptionContext;
}

/** The overridden units of a subscription that does not exist yet. */
const NO_OWN_UNITS: ReadonlyMap<string, bigint> = new Map();

/**
 * Creates and changes the own plans of subscriptions. The caller must apply the quantities that change with them, since
 * they may have to be billed. Source: subscriptions.md §9.
 */
export class OwnPlanService {
  constructor(private readonly needs: Needs) {}

  /**
   * Locks a subscription's sold plan and then its customer, to change the subscription's own plan.
   * @throws AppError `subscription_not_found`, `test_clock_advancing`.
   */
  lock(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    return this.lockWithPlan(tx, actor, id, (contexts) => contexts.lock(tx, actor, id));
  }

  /** Locks as `lock`, for an active or pending subscription. @throws AppError as `lock`, also for one that has ended. */
  lockLive(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    return this.lockWithPlan(tx, actor, id, (contexts) => contexts.lockLive(tx, actor, id));
  }

  /**
   * Validates the overrides of a subscription's plan.
   * @param on the subscription, or the plan of a new one.
   * @returns the overrides; use them only if no error was added. Null if none were sent.
   * @throws AppError as `PlanOverrideService.check`.
   */
  async check(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    on: SubscriptionContext | Pick<SubscribedPlan, 'plan'>,
    sent: SentPlanOverrides | null | undefined,
  ): Promise<RequestedOverrides | null> {
    if (sent === undefined || sent === null || Object.keys(sent).length === 0) return null;
    const { planOverrides } = this.needs;
    const plan = await this.planOf(tx, actor, on);
    return planOverrides.check(tx, actor, errors.forMember('planOverrides'), plan, sentOverrides(sent));
  }

  /** Creates the own plan of a new or pending subscription. @throws AppError `tax_not_found`. */
  async create(
    tx: Tx,
    actor: Actor,
    { plan }: Pick<SubscribedPlan, 'plan'>,
    requested: RequestedOverrides,
  ): Promise<OverriddenPlan> {
    return this.needs.planOverrides.apply(tx, actor, { plan, ownUnits: NO_OWN_UNITS }, requested);
  }

  /**
   * Applies the overrides that `check` returned. Does not change the subscription's row.
   * @returns the plan to assign to the subscription: its own plan, or its current one if only units of a sold plan changed.
   * @throws AppError `tax_not_found`.
   */
  async apply(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    requested: RequestedOverrides,
  ): Promise<NewQuantities & { readonly plan: Plan }> {
    if (requested.ownUnits !== null && context.plan.parentId === null) {
      return { plan: context.plan, quantities: [], ownUnits: requested.ownUnits };
    }
    const { planOverrides, changes } = this.needs;
    const plan = await this.planOf(tx, actor, context);
    const overridden = await planOverrides.apply(tx, actor, plan, requested);
    const { subscription, customer } = context;
    await changes.announce(tx, actor, { type: 'subscription.plan_overridden', subscription, customer });
    return { ...overridden, ownUnits: [] };
  }

  /** Deletes an own plan on which the subscription never started; does nothing for a sold plan. */
  async discard(tx: Tx, actor: Actor, { id, parentId }: Plan): Promise<void> {
    if (parentId !== null) await this.needs.planOverrides.deleteForGood(tx, actor, [id]);
  }

  /**
   * Overrides a charge or fixed charge of a subscription, and records the change of the subscription.
   * @param sent the override of one charge or fixed charge.
   * @throws AppError as `check` and `apply`; `validation_errors`.
   */
  override(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    sent: SentOverrides,
  ): Promise<OverriddenSubscription> {
    return this.edit(tx, actor, context, sent, () => Promise.resolve(null));
  }

  /**
   * Applies overrides and makes another edit of the subscription's own plan, recorded as one change of the subscription.
   * @param then the other edit; receives the own plan.
   */
  async edit<Answer>(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    sent: SentOverrides,
    then: (own: Plan) => Promise<Answer>,
  ): Promise<OverriddenSubscription & { readonly answer: Answer }> {
    const { planOverrides, subscriptionContexts, snapshots, changes } = this.needs;
    const { subscription, now } = context;
    const errors = new FieldErrors();
    const plan = await this.planOf(tx, actor, context);
    const requested = await planOverrides.check(tx, actor, errors, plan, sent);
    errors.throwIfAny();
    const before = await snapshots.take(tx, actor, 'subscription', subscription);
    const { plan: own, ...quantities } = await this.apply(tx, actor, context, requested);
    const answer = await then(own);
    await subscriptionRepository.update(tx, { ...subscription, planId: own.id, updatedAt: now });
    const changed = await subscriptionContexts.get(tx, actor, subscription.id);
    const { customer } = changed;
    await changes.announce(tx, actor, {
      type: 'subscription.updated',
      subscription: changed.subscription,
      customer,
      before,
    });
    return { context: changed, ...quantities, answer };
  }

  private async planOf(
    db: Db,
    actor: Actor,
    on: SubscriptionContext | Pick<SubscribedPlan, 'plan'>,
  ): Promise<SubscribedPlan> {
    if (!('subscription' in on)) return { plan: on.plan, ownUnits: NO_OWN_UNITS };
    return {
      plan: on.plan,
      ownUnits: await this.needs.fixedChargeUnits.ownUnits(db, actor, on.subscription),
    };
  }

  private async lockWithPlan(
    tx: Tx,
    actor: Actor,
    id: string,
    lock: (contexts: SubscriptionContexts) => Promise<SubscriptionContext>,
  ): Promise<SubscriptionContext> {
    const { plans, subscriptions, subscriptionContexts } = this.needs;
    const { planId } = await subscriptions.get(tx, actor, { id });
    // Plans are always locked before customers. A running cascade is waited for; later ones wait for this transaction.
    const soldPlanId = await plans.lockSold(tx, actor, planId);
    const context = await lock(subscriptionContexts);
    if ((context.plan.parentId ?? context.plan.id) !== soldPlanId) {
      throw new AppError('locked', 'lock_acquisition_failed');
    }
    return context;
  }
}
