import type { Actor } from '../../platform/actor.js';
import type { Snapshots } from '../../platform/activity/snapshots.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import {
  sentOverrides,
  type SentOverrides,
  type WantedOverrides,
} from '../plans/own-plans/plan-override.rules.js';
import type { SentPlanOverrides } from '../plans/own-plans/plan-override.input.js';
import type {
  OverriddenPlan,
  PlanOverrideService,
  SubscribedPlan,
} from '../plans/own-plans/plan-override.service.js';
import type { QuantityChange } from '../plans/fixed-charges/fixed-charge.service.js';
import type { PlanService } from '../plans/plan.service.js';
import type { Plan } from '../plans/plan.table.js';
import type { FixedChargeUnitsService } from './fixed-charge-units.service.js';
import type { SubscriptionContext } from './subscription-context.js';
import type { SubscriptionChange } from './subscription.changes.js';
import { subscriptionRepository } from './subscription.repository.js';
import type { SubscriptionService } from './subscription.service.js';

interface Dependencies {
  readonly plans: PlanService;
  readonly planOverrides: PlanOverrideService;
  readonly fixedChargeUnits: FixedChargeUnitsService;
  readonly subscriptions: SubscriptionService;
  readonly snapshots: Snapshots<'subscription'>;
  readonly changes: Changes<SubscriptionChange>;
}

/** Quantities of fixed charges that a subscription is to have, now or from its next period. */
export interface NewQuantities {
  /** That its own plan gives it. */
  readonly quantities: readonly QuantityChange[];
  /** That it has beside its plan. */
  readonly ownUnits: readonly QuantityChange[];
}

/** A subscription with what it was given, and the quantities that are still to be carried out. */
export interface OverriddenSubscription extends NewQuantities {
  readonly context: SubscriptionContext;
}

/** A plan that no subscription is on yet. */
const NO_OWN_UNITS: ReadonlyMap<string, bigint> = new Map();

/**
 * The plans that single subscriptions have of their own. Quantities that change with them are for the caller to carry
 * out: they may have to be billed. Source: subscriptions.md §9.
 */
export class OwnPlanService {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * A subscription whose plan is to be its own, held with its customer; the plan that is sold does not change meanwhile.
   * @throws AppError `subscription_not_found`, `test_clock_advancing`.
   */
  hold(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    return this.holdWithPlan(tx, actor, id, (subscriptions) => subscriptions.hold(tx, actor, id));
  }

  /** The same of one that is active or pending. @throws AppError as `hold`, also for one that has ended. */
  holdLive(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    return this.holdWithPlan(tx, actor, id, (subscriptions) => subscriptions.holdLive(tx, actor, id));
  }

  /**
   * Reports what is wrong with what a subscription is to have otherwise.
   * @param on the subscription, or the plan that a new one is to be on.
   * @returns it, to be used when nothing was reported; null when nothing was sent.
   * @throws AppError as `PlanOverrideService.check`.
   */
  async check(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    on: SubscriptionContext | Pick<SubscribedPlan, 'plan'>,
    sent: SentPlanOverrides | null | undefined,
  ): Promise<WantedOverrides | null> {
    if (sent === undefined || sent === null || Object.keys(sent).length === 0) return null;
    const { planOverrides } = this.dependencies;
    const plan = await this.planOf(tx, actor, on);
    return planOverrides.check(tx, actor, errors.forMember('planOverrides'), plan, sentOverrides(sent));
  }

  /** Makes the plan that a new subscription, or a pending one, is to be on. @throws AppError `tax_not_found`. */
  async create(
    tx: Tx,
    actor: Actor,
    { plan }: Pick<SubscribedPlan, 'plan'>,
    wanted: WantedOverrides,
  ): Promise<OverriddenPlan> {
    return this.dependencies.planOverrides.apply(tx, actor, { plan, ownUnits: NO_OWN_UNITS }, wanted);
  }

  /**
   * Gives a subscription what `check` has found right. Its row still names the plan from before.
   * @returns the plan that it is to be on: units alone make none of its own, but change one that is there.
   * @throws AppError `tax_not_found`.
   */
  async apply(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    wanted: WantedOverrides,
  ): Promise<NewQuantities & { readonly plan: Plan }> {
    if (wanted.ownUnits !== null && context.plan.parentId === null) {
      return { plan: context.plan, quantities: [], ownUnits: wanted.ownUnits };
    }
    const { planOverrides, changes } = this.dependencies;
    const plan = await this.planOf(tx, actor, context);
    const overridden = await planOverrides.apply(tx, actor, plan, wanted);
    const { subscription, customer } = context;
    await changes.announce(tx, actor, { type: 'subscription.plan_overridden', subscription, customer });
    return { ...overridden, ownUnits: [] };
  }

  /** Removes the plan that a subscription was to have of its own, and never began on; a plan that is sold stays. */
  async discard(tx: Tx, actor: Actor, { id, parentId }: Plan): Promise<void> {
    if (parentId !== null) await this.dependencies.planOverrides.deleteForGood(tx, actor, [id]);
  }

  /**
   * The same as a change of the subscription, of which nothing else changes.
   * @param sent what is sent of one charge or fixed charge.
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
   * The same with something else done to the subscription's own plan, as part of the change.
   * @param then is given that plan.
   */
  async edit<Answer>(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    sent: SentOverrides,
    then: (own: Plan) => Promise<Answer>,
  ): Promise<OverriddenSubscription & { readonly answer: Answer }> {
    const { planOverrides, subscriptions, snapshots, changes } = this.dependencies;
    const { subscription, now } = context;
    const errors = new FieldErrors();
    const plan = await this.planOf(tx, actor, context);
    const wanted = await planOverrides.check(tx, actor, errors, plan, sent);
    errors.throwIfAny();
    const before = await snapshots.of(tx, actor, 'subscription', subscription.id);
    const { plan: own, ...quantities } = await this.apply(tx, actor, context, wanted);
    const answer = await then(own);
    await subscriptionRepository.update(tx, { ...subscription, planId: own.id, updatedAt: now });
    const changed = await subscriptions.context(tx, actor, subscription.id);
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
      ownUnits: await this.dependencies.fixedChargeUnits.ownUnits(db, actor, on.subscription),
    };
  }

  private async holdWithPlan(
    tx: Tx,
    actor: Actor,
    id: string,
    hold: (subscriptions: SubscriptionService) => Promise<SubscriptionContext>,
  ): Promise<SubscriptionContext> {
    const { plans, subscriptions } = this.dependencies;
    const { planId } = await subscriptions.get(tx, actor, { id });
    // Before the customer, as everybody locks plans; a cascade then waits, or has been waited for.
    const soldPlanId = await plans.holdSold(tx, actor, planId);
    const context = await hold(subscriptions);
    if ((context.plan.parentId ?? context.plan.id) !== soldPlanId) {
      throw new AppError('locked', 'lock_acquisition_failed');
    }
    return context;
  }
}
