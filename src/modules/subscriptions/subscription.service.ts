import type { Actor } from '../../platform/actor.js';
import type { ActivityType } from '../../platform/activity/activities.js';
import type { Recorder, Representation } from '../../platform/activity/recorder.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/ids.js';
import { violates } from '../../platform/db/postgres-error.js';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import { trialEnd } from '../../core/trial.js';
import { billingSettingsOf } from '../customers/billing-settings.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { BillingEntity } from '../organizations/billing-entity.table.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { PlanService } from '../plans/plan.service.js';
import type { Plan } from '../plans/plan.table.js';
import type { TestClockService } from '../test-clocks/test-clock.service.js';
import type { FixedChargeUnitsService } from './fixed-charge-units.service.js';
import { type SubscriptionContext, termsOf } from './subscription-context.js';
import { subscriptionRepository } from './subscription.repository.js';
import {
  checkChange,
  checkEnd,
  checkNew,
  isInFuture,
  type SentChange,
  type SentSubscription,
  trimmed,
  trimmedMembers,
} from './subscription.rules.js';
import type { SubscriptionFilter } from './subscription.schema.js';
import {
  begun,
  changesOf,
  moved,
  newSubscription,
  nextSubscription,
  refuseCreditNote,
  takenOver,
  terminationOptions,
  type TerminationOptions,
} from './subscription.states.js';
import type { Subscription } from './subscription.table.js';

interface SubscriptionServiceDependencies {
  readonly organizations: OrganizationService;
  readonly plans: PlanService;
  readonly fixedChargeUnits: FixedChargeUnitsService;
  readonly testClocks: TestClockService;
  readonly customers: CustomerService;
  readonly recorder: Recorder;
}

/** What asking for a subscription comes to. */
export interface RequestedSubscription {
  /** The new one, or the one that has the external id already. */
  readonly subscription: Subscription;
  /** What was asked of the one that there is: the same plan again, or another one. Null for a new one. */
  readonly change: PlanRequest | null;
}

/** What came before a subscription, and what comes after it; null where there is nothing. */
export interface SubscriptionChain {
  readonly previousPlanCode: string | null;
  readonly nextPlanCode: string | null;
  readonly next: Subscription | null;
}

/** A plan that is asked for, and what else was said. */
export interface PlanRequest {
  readonly plan: Plan;
  readonly input: SentSubscription;
}

/** Subscriptions and their terms; what time makes of them is the lifecycle's. Source: subscriptions.md. */
export class SubscriptionService {
  constructor(private readonly dependencies: SubscriptionServiceDependencies) {}

  /**
   * By external id: the newest one of the status.
   * @param by `orOnly` takes the only one with the external id, whatever its status.
   * @throws AppError `subscription_not_found`.
   */
  async get(
    db: Db,
    actor: Actor,
    by: { id: string } | { externalId: string; status: Subscription['status']; orOnly?: boolean },
  ): Promise<Subscription> {
    const subscription = 'id' in by ? await this.find(db, actor, by.id) : await this.findNamed(db, actor, by);
    if (subscription === null) throw notFound('subscription');
    return subscription;
  }

  /** The one that events with this external id belong to now. */
  activeByExternalId(db: Db, actor: Actor, externalId: string): Promise<Subscription | null> {
    return this.findByExternalId(db, actor, { externalId, status: 'active' });
  }

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Subscription>> {
    const found = await subscriptionRepository.findMany(db, actor.organizationId, ids);
    return new Map(found.map((subscription) => [subscription.id, subscription]));
  }

  /**
   * @param customerId restricts the list to one customer.
   * @throws AppError `billing_entity_not_found` for an unknown code in the filter.
   */
  async list(
    db: Db,
    actor: Actor,
    {
      filter,
      customerId,
      page,
    }: { filter: SubscriptionFilter; customerId: string | null; page: PageRequest },
  ): Promise<Page<Subscription>> {
    const { billingEntityCodes: codes } = filter;
    return subscriptionRepository.list(db, actor.organizationId, {
      page,
      customerId,
      externalCustomerId: filter.externalCustomerId ?? null,
      externalId: filter.externalId ?? null,
      planCode: filter.planCode ?? null,
      // No subscription has a plan of its own yet.
      statuses: filter.overridden === true ? [] : (filter.status ?? ['active']),
      currency: filter.currency ?? null,
      billingEntityIds:
        codes === undefined || codes === null
          ? null
          : await this.dependencies.organizations.billingEntityIds(db, actor, codes),
    });
  }

  /** Subscriptions with their plans, customers and terms, by id. */
  async contexts(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, SubscriptionContext>> {
    const { plans, customers, organizations, testClocks } = this.dependencies;
    const found = [...(await this.getMany(db, actor, ids)).values()];
    const [plansById, customersById] = await Promise.all([
      plans.getMany(db, actor, distinct(found.map((subscription) => subscription.planId))),
      customers.getMany(db, actor, distinct(found.map((subscription) => subscription.customerId))),
    ]);
    const customersFound = [...customersById.values()];
    const entityIds = [...found, ...customersFound].flatMap(({ billingEntityId }) => billingEntityId ?? []);
    const [entitiesById, nows, firstStarts] = await Promise.all([
      organizations.billingEntities(db, actor, distinct(entityIds)),
      testClocks.nows(db, actor, distinct(customersFound.map((customer) => customer.testClockId))),
      this.firstStarts(db, actor, found, plansById),
    ]);
    return new Map(
      found.map((subscription) => {
        const plan = existing(plansById.get(subscription.planId));
        const customer = existing(customersById.get(subscription.customerId));
        const entityId = subscription.billingEntityId ?? customer.billingEntityId;
        const billingEntity = existing(entitiesById.get(entityId));
        const settings = billingSettingsOf(customer, billingEntity);
        const terms = termsOf(subscription, plan, settings.timezone);
        const now = existing(nows.get(customer.testClockId));
        const firstStartedAt = firstStarts.get(chainKey(subscription)) ?? subscription.subscriptionAt;
        const trialEndsAt = trialEnd(firstStartedAt, plan.trialPeriodDays);
        const context = { subscription, plan, customer, billingEntity, settings, terms, trialEndsAt, now };
        return [subscription.id, context];
      }),
    );
  }

  /** When the first subscription under an external id started, for those whose plan has a trial. */
  private async firstStarts(
    db: Db,
    actor: Actor,
    found: readonly Subscription[],
    plansById: ReadonlyMap<string, Plan>,
  ): Promise<Map<string, Date | null>> {
    const tried = found.filter(({ planId }) => (plansById.get(planId)?.trialPeriodDays ?? 0) > 0);
    if (tried.length === 0) return new Map();
    const starts = await subscriptionRepository.findFirstStarts(db, actor.organizationId, {
      customerIds: distinct(tried.map(({ customerId }) => customerId)),
      externalIds: distinct(tried.map(({ externalId }) => externalId)),
    });
    return new Map(starts.map((start) => [chainKey(start), start.startedAt]));
  }

  /** The same of one that exists. */
  async context(db: Db, actor: Actor, id: string): Promise<SubscriptionContext> {
    return existing((await this.contexts(db, actor, [id])).get(id));
  }

  /** The same of many, in the order in which they were recorded. */
  async contextsInOrder(db: Db, actor: Actor, ids: readonly string[]): Promise<SubscriptionContext[]> {
    const contexts = [...(await this.contexts(db, actor, ids)).values()];
    return contexts.sort((one, other) => (one.subscription.id < other.subscription.id ? -1 : 1));
  }

  /**
   * Records a subscription: active when it starts today or in the past, on the customer's clock, else pending. Nothing is
   * billed here.
   * @returns the one that has the external id already, untouched, also when another plan is asked for.
   * @throws AppError `plan_not_found`, `billing_entity_not_found`, `test_clock_advancing`, `validation_errors`
   *   (subscriptions.md §2).
   */
  async create(tx: Tx, actor: Actor, sent: SentSubscription): Promise<RequestedSubscription> {
    const { plans, fixedChargeUnits, customers, organizations, testClocks } = this.dependencies;
    const input = trimmed(sent);
    const plan = await plans.hold(tx, actor, { code: input.planCode });
    checkNew(input);
    const ownEntity = await this.billingEntityNamed(tx, actor, input.billingEntityCode);
    // Locked, so that of two callers that ask for the same at once the later one finds what the earlier one made.
    const customer = await customers.getOrCreate(tx, actor, input.externalCustomerId);
    await testClocks.requireIdle(tx, actor, customer.testClockId);
    const entity = ownEntity ?? (await organizations.billingEntity(tx, actor, customer.billingEntityId));
    const now = await testClocks.now(tx, actor, customer.testClockId);
    const subscriptionAt = input.subscriptionAt ?? now;
    const today = { now, timezone: billingSettingsOf(customer, entity).timezone };
    checkEnd({ subscriptionAt, endingAt: input.endingAt ?? null }, today);

    const current = await subscriptionRepository.findCurrent(tx, actor.organizationId, input.externalId);
    if (current !== null) {
      if (current.customerId !== customer.id) throw invalid({ externalId: ['value_already_exist'] });
      return { subscription: current, change: { plan, input } };
    }
    const billingEntityId = ownEntity?.id ?? null;
    const planned = newSubscription({ input, customer, plan, billingEntityId, subscriptionAt, now });
    if (planned.endingAt !== null) refuseCreditNote(planned, plan);
    const subscription = isInFuture(subscriptionAt, today)
      ? planned
      : begun(planned, now, await subscriptionRepository.findLastInvoicedEnd(tx, planned));
    await subscriptionRepository.insert(tx, subscription).catch(refuseTakenId);
    await customers.setCurrencyIfMissing(tx, actor, customer, plan.amountCurrency);
    if (subscription.status === 'active') {
      await fixedChargeUnits.start(tx, actor, subscription, now);
      await this.record(tx, actor, 'subscription.started', { subscription, customer });
    }
    return { subscription, change: null };
  }

  /**
   * Changes a subscription. The start of one that was not yet active in the chain may move; whether it begins with that
   * is for the caller to see, and to do.
   * @returns the subscription with what is changed, not yet begun.
   * @throws AppError `subscription_not_found`, `billing_entity_not_found`, `test_clock_advancing`, `validation_errors`
   *   (subscriptions.md §8); `purchase_order_number_not_editable`, kind `notAllowed`, once it has ended.
   */
  async update(tx: Tx, actor: Actor, { id, ...sent }: SentChange): Promise<SubscriptionContext> {
    const { subscription, plan, settings, customer, now } = await this.holdAny(tx, actor, id);
    const input = trimmedMembers(sent);
    checkChange({ id, ...input });
    const before = await this.snapshot(tx, actor, subscription);
    const entity = await this.billingEntityNamed(tx, actor, input.billingEntityCode);
    const changed: Subscription = {
      ...subscription,
      ...changesOf(subscription, input),
      ...(input.billingEntityCode === undefined ? {} : { billingEntityId: entity?.id ?? null }),
      ...terminationOptions({ subscription, plan }, input),
      updatedAt: now,
    };
    if (input.endingAt !== undefined) checkEnd(changed, { now, timezone: settings.timezone });
    if (changed.endingAt !== null) refuseCreditNote(changed, plan);
    await subscriptionRepository.update(tx, changed);
    await this.record(tx, actor, 'subscription.updated', { subscription: changed, customer }, before);
    return this.context(tx, actor, id);
  }

  /** Lets a pending subscription begin, at the instant it was planned for. Nothing is billed here. */
  async activate(tx: Tx, actor: Actor, { subscription, customer, now }: SubscriptionContext): Promise<void> {
    const lastInvoicedEnd = await subscriptionRepository.findLastInvoicedEnd(tx, subscription);
    const active = begun(subscription, now, lastInvoicedEnd);
    await subscriptionRepository.update(tx, active);
    await this.dependencies.fixedChargeUnits.start(tx, actor, active, now);
    await this.record(tx, actor, 'subscription.started', { subscription: active, customer });
  }

  /**
   * An active or pending subscription, with its customer held until the transaction ends.
   * @throws AppError `subscription_not_found` also for one that has ended; `test_clock_advancing`.
   */
  async holdLive(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    const context = await this.holdAny(tx, actor, id);
    const { status } = context.subscription;
    if (status !== 'active' && status !== 'pending') throw notFound('subscription');
    return context;
  }

  /**
   * Stores what is to be done when a subscription ends; what is not sent stays.
   */
  async setTerminationOptions(
    tx: Tx,
    context: SubscriptionContext,
    options: TerminationOptions,
  ): Promise<SubscriptionContext> {
    const subscription = { ...context.subscription, ...terminationOptions(context, options) };
    await subscriptionRepository.update(tx, subscription);
    return { ...context, subscription };
  }

  /**
   * Records the next subscription of a chain, pending until `takeOver`. `create` has checked what is asked.
   * @throws AppError `onTerminationCreditNote: unsupported_value` for a foreseen end of a plan in advance.
   */
  async follow(
    tx: Tx,
    { subscription, now }: SubscriptionContext,
    change: NonNullable<Subscription['changeFromPrevious']>,
    request: PlanRequest,
  ): Promise<Subscription> {
    const next = nextSubscription(subscription, change, { ...request, now });
    if (next.endingAt !== null) refuseCreditNote(next, request.plan);
    await subscriptionRepository.insert(tx, next);
    return next;
  }

  /** Lets the next subscription of a chain begin, when the one before has ended. Nothing is billed here. */
  async takeOver(
    tx: Tx,
    actor: Actor,
    { subscription, customer }: SubscriptionContext,
    at: Date,
  ): Promise<void> {
    const active = takenOver(subscription, at);
    await subscriptionRepository.update(tx, active);
    await this.dependencies.fixedChargeUnits.start(tx, actor, active, at);
    await this.record(tx, actor, 'subscription.started', { subscription: active, customer });
  }

  /** Puts a subscription that awaits its start on another plan. Source: subscriptions.md §5, §6. */
  async replacePlan(
    tx: Tx,
    actor: Actor,
    { subscription, customer, now }: SubscriptionContext,
    { plan, input }: PlanRequest,
  ): Promise<Subscription> {
    const before = await this.snapshot(tx, actor, subscription);
    const changed: Subscription = {
      ...subscription,
      planId: plan.id,
      name: input.name ?? subscription.name,
      onTerminationCreditNote: plan.payInAdvance ? subscription.onTerminationCreditNote : null,
      updatedAt: now,
    };
    if (changed.endingAt !== null) refuseCreditNote(changed, plan);
    await subscriptionRepository.update(tx, changed);
    await this.record(tx, actor, 'subscription.updated', { subscription: changed, customer }, before);
    return changed;
  }

  /** How REST shows a subscription before a change that `changedNext` records. */
  snapshot(tx: Tx, actor: Actor, { id }: Subscription): Promise<Representation> {
    return this.dependencies.recorder.snapshot(tx, actor, 'subscription', id);
  }

  /** Records that another subscription is to follow, or none any more. */
  changedNext(tx: Tx, actor: Actor, context: SubscriptionContext, before: Representation): Promise<void> {
    return this.record(tx, actor, 'subscription.updated', context, before);
  }

  /** Drops the subscription that was to follow; `changedNext` tells of it. */
  async cancelNext(tx: Tx, next: Subscription, at: Date): Promise<void> {
    await subscriptionRepository.update(tx, moved(next, 'canceled', { canceledAt: at, updatedAt: at }));
  }

  /** The subscription that waits to follow an active one; null without. */
  async plannedNext(tx: Tx, { organizationId, id }: Subscription): Promise<Subscription | null> {
    const next = await subscriptionRepository.findSuccessors(tx, organizationId, [id]);
    return next.find(({ status }) => status === 'pending') ?? null;
  }

  /** The plans before and after subscriptions, by subscription id. Source: periods.md §12. */
  async chains(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, SubscriptionChain>> {
    const found = [...(await this.getMany(db, actor, ids)).values()];
    const previousIds = found.flatMap(({ previousSubscriptionId }) => previousSubscriptionId ?? []);
    const [successors, previous] = [
      await this.successors(db, actor, ids),
      await this.getMany(db, actor, previousIds),
    ];
    const planIds = [...successors.values(), ...previous.values()].map(({ planId }) => planId);
    const plans = await this.dependencies.plans.getMany(db, actor, distinct(planIds));
    const codeOf = (subscription: Subscription | undefined) =>
      subscription === undefined ? null : existing(plans.get(subscription.planId)).code;
    return new Map(
      found.map(({ id, previousSubscriptionId }) => {
        const next = successors.get(id);
        const previousPlanCode = codeOf(previous.get(previousSubscriptionId ?? ''));
        return [id, { previousPlanCode, nextPlanCode: codeOf(next), next: next ?? null }];
      }),
    );
  }

  /** The latest subscription that was to follow each of these, canceled ones aside. */
  async successors(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Subscription>> {
    const next = await subscriptionRepository.findSuccessors(db, actor.organizationId, ids);
    return new Map(next.map((subscription) => [subscription.previousSubscriptionId ?? '', subscription]));
  }

  /** Notes that a free trial is over. */
  async endTrial(
    tx: Tx,
    actor: Actor,
    { subscription, customer, trialEndsAt, now }: SubscriptionContext,
  ): Promise<void> {
    const changed = { ...subscription, trialEndedAt: trialEndsAt, updatedAt: now };
    await subscriptionRepository.update(tx, changed);
    await this.record(tx, actor, 'subscription.trial_ended', { subscription: changed, customer });
  }

  /** Ends an active subscription at an instant. Nothing is billed here. */
  async terminate(
    tx: Tx,
    actor: Actor,
    { subscription, customer }: SubscriptionContext,
    at: Date,
  ): Promise<Subscription> {
    const terminated = moved(subscription, 'terminated', { terminatedAt: at, updatedAt: at });
    await subscriptionRepository.update(tx, terminated);
    await this.record(tx, actor, 'subscription.terminated', { subscription: terminated, customer });
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
    await this.record(tx, actor, 'subscription.terminated', { subscription: canceled, customer });
    return canceled;
  }

  /** Tells that an end comes near. */
  alertOfEnd(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    return this.record(tx, actor, 'subscription.termination_alert', context);
  }

  /** Whether an active or pending subscription is on the plan. */
  usesPlan(db: Db, actor: Actor, planId: string): Promise<boolean> {
    return subscriptionRepository.anyOnPlan(db, actor.organizationId, planId, { live: true });
  }

  /** Whether any subscription was ever on the plan. */
  hasUsedPlan(db: Db, actor: Actor, planId: string): Promise<boolean> {
    return subscriptionRepository.anyOnPlan(db, actor.organizationId, planId, { live: false });
  }

  /** The ids of the subscriptions on a plan that have not ended, and of their customers, oldest first. */
  liveOnPlan(db: Db, actor: Actor, planId: string): Promise<Pick<Subscription, 'id' | 'customerId'>[]> {
    return subscriptionRepository.findLiveOnPlan(db, actor.organizationId, planId);
  }

  /** The external ids that customers have had subscriptions under. */
  externalIdsOf(db: Db, actor: Actor, customerIds: readonly string[]): Promise<string[]> {
    return subscriptionRepository.findExternalIds(db, actor.organizationId, customerIds);
  }

  /** Removes the rows; their invoices and fees must be gone by then. */
  async deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    await this.dependencies.fixedChargeUnits.deleteForGood(tx, actor, customerIds);
    await subscriptionRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }

  private record(
    tx: Tx,
    actor: Actor,
    type: ActivityType,
    { subscription, customer }: Pick<SubscriptionContext, 'subscription' | 'customer'>,
    before?: Representation,
  ): Promise<void> {
    return this.dependencies.recorder.record(tx, actor, type, {
      id: subscription.id,
      externalCustomerId: customer.externalId,
      externalSubscriptionId: subscription.externalId,
      ...(before === undefined ? {} : { before }),
    });
  }

  private find(db: Db, actor: Actor, id: string): Promise<Subscription | null> {
    return isUuid(id) ? subscriptionRepository.findById(db, actor.organizationId, id) : Promise.resolve(null);
  }

  /** A subscription of any status, with its customer held. @throws AppError as `holdLive`. */
  private async holdAny(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    const { customers, testClocks } = this.dependencies;
    const { customerId } = await this.get(tx, actor, { id });
    const { testClockId } = await customers.lock(tx, actor, customerId);
    await testClocks.requireIdle(tx, actor, testClockId);
    return this.context(tx, actor, id);
  }

  /** Null when none is named. @throws AppError `billing_entity_not_found`. */
  private billingEntityNamed(
    db: Db,
    actor: Actor,
    code: string | null | undefined,
  ): Promise<BillingEntity | null> {
    return code === null || code === undefined
      ? Promise.resolve(null)
      : this.dependencies.organizations.billingEntityByCode(db, actor, code);
  }

  private async findNamed(
    db: Db,
    actor: Actor,
    { orOnly = false, ...by }: { externalId: string; status: Subscription['status']; orOnly?: boolean },
  ): Promise<Subscription | null> {
    const only = orOnly
      ? await subscriptionRepository.findOnly(db, actor.organizationId, by.externalId)
      : null;
    return only ?? this.findByExternalId(db, actor, by);
  }

  private findByExternalId(
    db: Db,
    actor: Actor,
    by: Pick<Subscription, 'externalId' | 'status'>,
  ): Promise<Subscription | null> {
    return subscriptionRepository.findByExternalId(db, actor.organizationId, by);
  }
}

function refuseTakenId(error: unknown): never {
  throw violates(error, 'subscriptions_one_current')
    ? invalid({ externalId: ['value_already_exist'] })
    : error;
}

/** Trials are counted per customer and external id. */
function chainKey({ customerId, externalId }: Pick<Subscription, 'customerId' | 'externalId'>): string {
  return `${customerId} ${externalId}`;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** Foreign keys promise it. */
function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A subscription refers to a record that does not exist.');
  return value;
}
