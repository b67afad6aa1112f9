import type { BilledUsage } from '../../core/subscription-terms.js';
import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/ids.js';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import { trialEnd } from '../../core/trial.js';
import { billingSettingsOf } from '../customers/billing-settings.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { PlanOverrideService } from '../plans/own-plans/plan-override.service.js';
import type { PlanService } from '../plans/plan.service.js';
import type { Plan } from '../plans/plan.table.js';
import type { TestClockService } from '../test-clocks/test-clock.service.js';
import type { ActivationRuleService } from './activation-rule.service.js';
import type { FixedChargeUnitsService } from './fixed-charge-units.service.js';
import type { CustomerSubscription, DeletedOwner } from './deleted-owner.js';
import { type SubscriptionContext, termsOf } from './subscription-context.js';
import {
  type PlannedSubscription,
  type SubscriptionChain,
  subscribedPlanRepository,
} from './subscribed-plan.repository.js';
import { type SubscriptionCriteria, subscriptionListRepository } from './subscription-list.repository.js';
import { subscriptionRepository } from './subscription.repository.js';
import type { NamedSubscription, SubscriptionFilter } from './subscription.input.js';
import type { Subscription } from './subscription.table.js';

interface Dependencies {
  readonly organizations: OrganizationService;
  readonly plans: PlanService;
  readonly planOverrides: PlanOverrideService;
  readonly fixedChargeUnits: FixedChargeUnitsService;
  readonly activationRules: ActivationRuleService;
  readonly testClocks: TestClockService;
  readonly customers: CustomerService;
  readonly billing: BillingHistories;
}

/** How far subscriptions were billed, which a higher module knows. */
export interface BillingHistories {
  /** Of each subscription that is asked for, by its id. @param asked with `before`: only by invoices older than that one. */
  readonly billedUsage: (
    db: Db,
    actor: Actor,
    asked: readonly { readonly subscriptionId: string; readonly before: string | null }[],
  ) => Promise<Map<string, BilledUsage>>;
}

/** Which subscriptions a list holds, and which slice of them. */
export interface SubscriptionQuery {
  readonly filter: SubscriptionFilter;
  readonly page: PageRequest;
}

/** What callers call a subscription, and which of those that have the name is meant. */
export interface SubscriptionName {
  readonly externalId: string;
  readonly status: Subscription['status'];
  /** Takes the only one with the external id, whatever its status. */
  readonly orOnly?: boolean;
  /** Takes one that is incomplete when there is none of the status. */
  readonly orIncomplete?: boolean;
}

/** Subscriptions and their terms; what time makes of them is the lifecycle's. Source: subscriptions.md. */
export class SubscriptionService {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * By external id: the newest one of the status.
   * @throws AppError `subscription_not_found`.
   */
  async get(db: Db, actor: Actor, by: { id: string } | SubscriptionName): Promise<Subscription> {
    const subscription = 'id' in by ? await this.find(db, actor, by.id) : await this.findNamed(db, actor, by);
    if (subscription === null) throw notFound('subscription');
    return subscription;
  }

  /** The one that events with this external id belong to now. */
  activeByExternalId(db: Db, actor: Actor, externalId: string): Promise<Subscription | null> {
    return this.findByExternalId(db, actor, { externalId, status: 'active' });
  }

  /** Those of a customer that run, or are the first of a chain and await their start, in this order. */
  async currentOf(
    db: Db,
    { organizationId }: Actor,
    customerId: string,
    externalIds: readonly string[],
  ): Promise<Subscription[]> {
    const found: Subscription[] = [];
    for (const externalId of new Set(externalIds)) {
      const current = await subscriptionRepository.findCurrent(db, organizationId, externalId);
      if (current?.customerId === customerId) found.push(current);
    }
    return found;
  }

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Subscription>> {
    const found = await subscriptionRepository.findMany(db, actor.organizationId, ids);
    return new Map(found.map((subscription) => [subscription.id, subscription]));
  }

  /** @throws AppError `billing_entity_not_found` for an unknown code in the filter. */
  async list(db: Db, actor: Actor, { filter, page }: SubscriptionQuery): Promise<Page<Subscription>> {
    const criteria = await this.criteriaOf(db, actor, filter);
    return subscriptionListRepository.list(db, actor.organizationId, { ...criteria, page });
  }

  /** A page of the subscriptions of each customer, by the customer's id. @throws AppError as `list`. */
  async listByCustomer(
    db: Db,
    actor: Actor,
    customerIds: readonly string[],
    { filter, page }: SubscriptionQuery,
  ): Promise<Map<string, Page<Subscription>>> {
    const criteria = { ...(await this.criteriaOf(db, actor, filter)), page };
    return subscriptionListRepository.listByCustomer(db, actor.organizationId, customerIds, criteria);
  }

  /** Subscriptions with their plans, customers and terms, by id. */
  async contexts(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, SubscriptionContext>> {
    const { plans, customers, organizations, testClocks, billing } = this.dependencies;
    const found = [...(await this.getMany(db, actor, ids)).values()];
    const [plansById, customersById] = await Promise.all([
      plans.getMany(db, actor, distinct(found.map((subscription) => subscription.planId))),
      customers.getMany(db, actor, distinct(found.map((subscription) => subscription.customerId))),
    ]);
    const customersFound = [...customersById.values()];
    const entityIds = [...found, ...customersFound].flatMap(({ billingEntityId }) => billingEntityId ?? []);
    const [entitiesById, nows, firstStarts, billed] = await Promise.all([
      organizations.billingEntities(db, actor, distinct(entityIds)),
      testClocks.nows(db, actor, distinct(customersFound.map((customer) => customer.testClockId))),
      this.firstStarts(db, actor, found, plansById),
      billing.billedUsage(
        db,
        actor,
        found.map(({ id: subscriptionId }) => ({ subscriptionId, before: null })),
      ),
    ]);
    return new Map(
      found.map((subscription) => {
        const plan = expectPresent(
          plansById.get(subscription.planId),
          `the plan of subscription ${subscription.id}`,
        );
        const customer = expectPresent(
          customersById.get(subscription.customerId),
          `the customer of subscription ${subscription.id}`,
        );
        const entityId = subscription.billingEntityId ?? customer.billingEntityId;
        const billingEntity = expectPresent(entitiesById.get(entityId), `billing entity ${entityId}`);
        const settings = billingSettingsOf(customer, billingEntity);
        const terms = termsOf(subscription, plan, {
          timezone: settings.timezone,
          billed: expectPresent(
            billed.get(subscription.id),
            `the billed usage of subscription ${subscription.id}`,
          ),
        });
        const now = expectPresent(
          nows.get(customer.testClockId),
          `the current time of customer ${customer.id}`,
        );
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
    return expectPresent((await this.contexts(db, actor, [id])).get(id), `subscription ${id}`);
  }

  /**
   * The same of the newest one with the external id and status, active unless told otherwise.
   * @throws AppError `subscription_not_found`.
   */
  async contextNamed(
    db: Db,
    actor: Actor,
    { externalId, status, orIncomplete }: NamedSubscription,
  ): Promise<SubscriptionContext> {
    const name = { externalId, status: status ?? 'active', orIncomplete: orIncomplete ?? false } as const;
    const { id } = await this.get(db, actor, name);
    return this.context(db, actor, id);
  }

  /** The same of many, in the order in which they were recorded. */
  async contextsInOrder(db: Db, actor: Actor, ids: readonly string[]): Promise<SubscriptionContext[]> {
    const contexts = [...(await this.contexts(db, actor, ids)).values()];
    return contexts.sort((one, other) => (one.subscription.id < other.subscription.id ? -1 : 1));
  }

  /** A subscription of any status, with its customer held. @throws AppError as `holdLive`. */
  async hold(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    const { customers, testClocks } = this.dependencies;
    const { customerId } = await this.get(tx, actor, { id });
    const { testClockId } = await customers.lock(tx, actor, customerId);
    await testClocks.requireIdle(tx, actor, testClockId);
    return this.context(tx, actor, id);
  }

  /**
   * An active or pending subscription, with its customer held until the transaction ends.
   * @throws AppError `subscription_not_found` also for one that has ended; `test_clock_advancing`;
   *   `base: subscription_incomplete` for one that waits for its payment (subscriptions.md §7).
   */
  async holdLive(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    const context = await this.hold(tx, actor, id);
    const { status } = context.subscription;
    if (status === 'incomplete') throw invalid({ base: ['subscription_incomplete'] });
    if (status !== 'active' && status !== 'pending') throw notFound('subscription');
    return context;
  }

  /** The subscription that waits to follow an active one; null without. */
  async plannedNext(tx: Tx, { organizationId, id }: Subscription): Promise<Subscription | null> {
    const next = await subscriptionRepository.findSuccessors(tx, organizationId, [id]);
    return next.find(({ status }) => status === 'pending') ?? null;
  }

  /** The subscriptions that wait to follow an active one, where either of the two is on a plan, oldest first. */
  plannedOn(db: Db, actor: Actor, planId: string): Promise<PlannedSubscription[]> {
    return subscribedPlanRepository.findPlannedOn(db, actor.organizationId, planId);
  }

  /** The subscription that is to follow an active one once it is paid for; null without. */
  async incompleteNext(tx: Tx, { organizationId, id }: Subscription): Promise<Subscription | null> {
    const next = await subscriptionRepository.findSuccessors(tx, organizationId, [id]);
    return next.find(({ status }) => status === 'incomplete') ?? null;
  }

  /** The plans before and after subscriptions, by subscription id. Source: periods.md §12. */
  chains(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, SubscriptionChain>> {
    return subscribedPlanRepository.findChains(db, actor.organizationId, ids);
  }

  /** The ids of the earlier subscriptions of each one's chain, for those that have any. */
  async predecessors(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, string[]>> {
    if (ids.length === 0) return new Map();
    const found = await subscriptionRepository.findPredecessors(db, actor.organizationId, ids);
    const byId = Map.groupBy(found, ({ id }) => id);
    return new Map([...byId].map(([id, rows]) => [id, rows.map(({ earlierId }) => earlierId)]));
  }

  /** The latest subscription that was to follow each of these, canceled ones aside. */
  async successors(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Subscription>> {
    const next = await subscriptionRepository.findSuccessors(db, actor.organizationId, ids);
    return new Map(next.map((subscription) => [subscription.previousSubscriptionId ?? '', subscription]));
  }

  /** The ids of the copies of a plan that active or pending subscriptions have as their own. */
  ownPlansOf(db: Db, actor: Actor, planId: string): Promise<string[]> {
    return subscribedPlanRepository.findOwnPlans(db, actor.organizationId, planId);
  }

  /** Whether an active or pending subscription is on the plan, or on its own copy of it. */
  usesPlan(db: Db, actor: Actor, planId: string): Promise<boolean> {
    return subscribedPlanRepository.anyOnPlan(db, actor.organizationId, planId, { live: true });
  }

  /** Whether any subscription was ever on the plan, or on its own copy of it. */
  hasUsedPlan(db: Db, actor: Actor, planId: string): Promise<boolean> {
    return subscribedPlanRepository.anyOnPlan(db, actor.organizationId, planId, { live: false });
  }

  /** The ids of the subscriptions on plans that have not ended, and of their customers, oldest first. */
  liveOnPlans(
    db: Db,
    actor: Actor,
    planIds: readonly string[],
  ): Promise<Pick<Subscription, 'id' | 'customerId'>[]> {
    return subscribedPlanRepository.findLiveOnPlans(db, actor.organizationId, planIds);
  }

  /**
   * The next subscriptions that are to end because their plan or customer is deleted: a few of one customer, after a given
   * one.
   */
  toEnd(
    db: Db,
    actor: Actor,
    of: DeletedOwner,
    after: CustomerSubscription | null,
  ): Promise<CustomerSubscription[]> {
    return subscribedPlanRepository.findToEnd(db, actor.organizationId, of, after);
  }

  /** The deleted customers of every organization whose subscriptions have not all ended. */
  deletedCustomersToEnd(db: Db): Promise<{ organizationId: string; customerId: string }[]> {
    return subscribedPlanRepository.findDeletedCustomers(db);
  }

  /** The external ids that customers have had subscriptions under. */
  externalIdsOf(db: Db, actor: Actor, customerIds: readonly string[]): Promise<string[]> {
    return subscriptionRepository.findExternalIds(db, actor.organizationId, customerIds);
  }

  /** Removes the rows, and those of their own plans; their invoices and fees must be gone by then. */
  async deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    const { fixedChargeUnits, activationRules, planOverrides } = this.dependencies;
    const ownPlanIds = await subscribedPlanRepository.findOwnPlansOf(tx, actor.organizationId, customerIds);
    await fixedChargeUnits.deleteForGood(tx, actor, customerIds);
    await activationRules.deleteForGood(tx, actor, customerIds);
    await subscriptionRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await planOverrides.deleteForGood(tx, actor, ownPlanIds);
  }

  private async criteriaOf(db: Db, actor: Actor, filter: SubscriptionFilter): Promise<SubscriptionCriteria> {
    return {
      externalCustomerId: filter.externalCustomerId ?? null,
      externalId: filter.externalId ?? null,
      planCode: filter.planCode ?? null,
      statuses: filter.status ?? ['active'],
      currency: filter.currency ?? null,
      overridden: filter.overridden ?? null,
      billingEntityIds: await this.dependencies.organizations.filteredEntityIds(db, actor, filter),
    };
  }

  private find(db: Db, actor: Actor, id: string): Promise<Subscription | null> {
    return isUuid(id) ? subscriptionRepository.findById(db, actor.organizationId, id) : Promise.resolve(null);
  }

  private async findNamed(
    db: Db,
    actor: Actor,
    { orOnly = false, orIncomplete = false, ...by }: SubscriptionName,
  ): Promise<Subscription | null> {
    const only = orOnly
      ? await subscriptionRepository.findOnly(db, actor.organizationId, by.externalId)
      : null;
    const found = only ?? (await this.findByExternalId(db, actor, by));
    return orIncomplete && found === null
      ? this.findByExternalId(db, actor, { ...by, status: 'incomplete' })
      : found;
  }

  private findByExternalId(
    db: Db,
    actor: Actor,
    by: Pick<Subscription, 'externalId' | 'status'>,
  ): Promise<Subscription | null> {
    return subscriptionRepository.findByExternalId(db, actor.organizationId, by);
  }
}

/** Trials are counted per customer and external id. */
function chainKey({ customerId, externalId }: Pick<Subscription, 'customerId' | 'externalId'>): string {
  return `${customerId} ${externalId}`;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
