import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../../platform/paging/page.js';
import type { SubscriptionsNeeds } from '../subscriptions.needs.js';
import type { ActivationRuleService } from '../records/activation-rule.service.js';
import type { FixedChargeUnitsService } from '../units/fixed-charge-units.service.js';
import type { CustomerSubscription, DeletedOwner } from '../records/subscriptions-of-deleted.js';
import {
  type PlannedSubscription,
  type SubscriptionChain,
  subscribedPlanRepository,
} from '../records/subscribed-plan.repository.js';
import {
  type SubscriptionCriteria,
  subscriptionListRepository,
} from '../records/subscription-list.repository.js';
import { subscriptionRepository } from '../records/subscription.repository.js';
import type { SubscriptionFilter } from '../records/subscription.input.js';
import type { Subscription } from '../records/subscription.table.js';

interface Needs extends Pick<SubscriptionsNeeds, 'billingEntities' | 'planOverrides' | 'usageThresholds'> {
  readonly fixedChargeUnits: FixedChargeUnitsService;
  readonly activationRules: ActivationRuleService;
}

/** The filter and the page of a list of subscriptions. */
export interface SubscriptionQuery {
  readonly filter: SubscriptionFilter;
  readonly search: string | null;
  readonly page: PageRequest;
}

/** The statuses by which callers select a subscription to change. */
export type LiveStatus = 'active' | 'pending';

/** Identifies a subscription by its external id, and selects among those that have it. */
export interface SubscriptionName {
  readonly externalId: string;
  readonly status: Subscription['status'];
  /** Also finds the only subscription with the external id, whatever its status. */
  readonly orOnly?: boolean;
  /** Also finds an incomplete one if there is none with the status. */
  readonly orIncomplete?: boolean;
}

/**
 * Finds subscriptions; `SubscriptionContexts` reads them with their terms, `lifecycle` starts, bills and ends them.
 * Source: subscriptions.md.
 */
export class SubscriptionService {
  constructor(private readonly needs: Needs) {}

  /**
   * A subscription by id, or the newest one with an external id and status.
   * @throws AppError `subscription_not_found`.
   */
  async get(db: Db, actor: Actor, by: { id: string } | SubscriptionName): Promise<Subscription> {
    const subscription = 'id' in by ? await this.find(db, actor, by.id) : await this.findNamed(db, actor, by);
    if (subscription === null) throw notFound('subscription');
    return subscription;
  }

  /**
   * The subscription that a change by external id means: the one with the status or, without a status, the active one, else
   * the pending one, else the one whose first payment is awaited. Source: subscriptions.md §8.
   * @throws AppError `subscription_not_found`.
   */
  async getLive(
    db: Db,
    actor: Actor,
    { externalId, status }: { readonly externalId: string; readonly status: LiveStatus | null },
  ): Promise<Subscription> {
    const statuses = status === null ? (['active', 'pending', 'incomplete'] as const) : [status];
    for (const each of statuses) {
      const found = await this.findByExternalId(db, actor, { externalId, status: each });
      if (found !== null) return found;
    }
    throw notFound('subscription');
  }

  /** The active subscription with the external id, to which new events belong. */
  activeByExternalId(db: Db, actor: Actor, externalId: string): Promise<Subscription | null> {
    return this.findByExternalId(db, actor, { externalId, status: 'active' });
  }

  /** The active subscriptions with these external ids. */
  activeNamed(db: Db, actor: Actor, externalIds: readonly string[]): Promise<Subscription[]> {
    return subscriptionRepository.findActiveNamed(db, actor.organizationId, externalIds);
  }

  /** A customer's active subscriptions, and then its pending ones that are the first of their chain. */
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
  async list(db: Db, actor: Actor, { filter, ...query }: SubscriptionQuery): Promise<Page<Subscription>> {
    const criteria = await this.criteriaOf(db, actor, filter);
    return subscriptionListRepository.list(db, actor.organizationId, { ...criteria, ...query });
  }

  /** A page of the subscriptions of each customer, by the customer's id. @throws AppError as `list`. */
  async listByCustomer(
    db: Db,
    actor: Actor,
    customerIds: readonly string[],
    { filter, ...query }: SubscriptionQuery,
  ): Promise<Map<string, Page<Subscription>>> {
    const criteria = { ...(await this.criteriaOf(db, actor, filter)), ...query };
    return subscriptionListRepository.listByCustomer(db, actor.organizationId, customerIds, criteria);
  }

  async listByPlan(
    db: Db,
    actor: Actor,
    planIds: readonly string[],
    { filter, ...query }: SubscriptionQuery,
  ): Promise<Map<string, Page<Subscription>>> {
    const criteria = { ...(await this.criteriaOf(db, actor, filter)), ...query };
    return subscriptionListRepository.listByPlan(db, actor.organizationId, planIds, criteria);
  }

  /** The pending subscription that will replace an active one; null without one. */
  async plannedNext(tx: Tx, { organizationId, id }: Subscription): Promise<Subscription | null> {
    const next = await subscriptionRepository.findSuccessors(tx, organizationId, [id]);
    return next.find(({ status }) => status === 'pending') ?? null;
  }

  /** Pending subscriptions that will replace an active one, where either of the two is on the plan; oldest first. */
  plannedOn(db: Db, actor: Actor, planId: string): Promise<PlannedSubscription[]> {
    return subscribedPlanRepository.findPlannedOn(db, actor.organizationId, planId);
  }

  /** The incomplete subscription that will replace an active one once it is paid; null without one. */
  async incompleteNext(tx: Tx, { organizationId, id }: Subscription): Promise<Subscription | null> {
    const next = await subscriptionRepository.findSuccessors(tx, organizationId, [id]);
    return next.find(({ status }) => status === 'incomplete') ?? null;
  }

  /** The plans before and after subscriptions, by subscription id. Source: periods.md §12. */
  chains(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, SubscriptionChain>> {
    return subscribedPlanRepository.findChains(db, actor.organizationId, ids);
  }

  /** The ids of the earlier subscriptions in each one's chain; subscriptions without any are omitted. */
  async predecessors(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, string[]>> {
    if (ids.length === 0) return new Map();
    const found = await subscriptionRepository.findPredecessors(db, actor.organizationId, ids);
    const byId = Map.groupBy(found, ({ id }) => id);
    return new Map([...byId].map(([id, rows]) => [id, rows.map(({ earlierId }) => earlierId)]));
  }

  /** The latest successor of each subscription, ignoring canceled ones. */
  async successors(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Subscription>> {
    const next = await subscriptionRepository.findSuccessors(db, actor.organizationId, ids);
    return new Map(next.map((subscription) => [subscription.previousSubscriptionId ?? '', subscription]));
  }

  /** The ids of the plan's copies that active or pending subscriptions are on. */
  ownPlansOf(db: Db, actor: Actor, planId: string): Promise<string[]> {
    return subscribedPlanRepository.findOwnPlans(db, actor.organizationId, planId);
  }

  /** True if an active or pending subscription is on the plan or an own copy of it. */
  usesPlan(db: Db, actor: Actor, planId: string): Promise<boolean> {
    return subscribedPlanRepository.anyOnPlan(db, actor.organizationId, planId, { live: true });
  }

  /** True if any subscription was ever on the plan or an own copy of it. */
  hasUsedPlan(db: Db, actor: Actor, planId: string): Promise<boolean> {
    return subscribedPlanRepository.anyOnPlan(db, actor.organizationId, planId, { live: false });
  }

  /** The subscriptions on a plan and on its copies that have not ended, by id. */
  async onPlan(db: Db, actor: Actor, planId: string): Promise<Map<string, Subscription>> {
    const planIds = [planId, ...(await this.ownPlansOf(db, actor, planId))];
    const live = await this.liveOnPlans(db, actor, planIds);
    return this.getMany(
      db,
      actor,
      live.map(({ id }) => id),
    );
  }

  /** The subscriptions on plans that have not ended, with their customers' ids; oldest first. */
  liveOnPlans(
    db: Db,
    actor: Actor,
    planIds: readonly string[],
  ): Promise<Pick<Subscription, 'id' | 'customerId'>[]> {
    return subscribedPlanRepository.findLiveOnPlans(db, actor.organizationId, planIds);
  }

  /**
   * The next chunk of subscriptions to terminate because their plan or customer is deleted: some of one customer, after the
   * given one.
   */
  nextToTerminate(
    db: Db,
    actor: Actor,
    of: DeletedOwner,
    after: CustomerSubscription | null,
  ): Promise<CustomerSubscription[]> {
    return subscribedPlanRepository.findToTerminate(db, actor.organizationId, of, after);
  }

  /** The deleted customers of all organizations whose subscriptions have not all ended. */
  deletedCustomersToTerminate(db: Db): Promise<{ organizationId: string; customerId: string }[]> {
    return subscribedPlanRepository.findDeletedCustomers(db);
  }

  /** The external ids that subscriptions of customers have, or had. */
  externalIdsOf(db: Db, actor: Actor, customerIds: readonly string[]): Promise<string[]> {
    return subscriptionRepository.findExternalIds(db, actor.organizationId, customerIds);
  }

  /** Deletes the subscriptions of customers and their own plans, after their invoices and fees have been deleted. */
  async deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    const { fixedChargeUnits, activationRules, planOverrides, usageThresholds } = this.needs;
    const subscriptionIds = await subscriptionRepository.findIdsOf(tx, actor.organizationId, customerIds);
    const ownPlanIds = await subscribedPlanRepository.findOwnPlansOf(tx, actor.organizationId, customerIds);
    await fixedChargeUnits.deleteForGood(tx, actor, customerIds);
    await activationRules.deleteForGood(tx, actor, customerIds);
    await usageThresholds.deleteForGood(tx, actor, { subscriptionIds });
    await subscriptionRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await planOverrides.deleteForGood(tx, actor, ownPlanIds);
  }

  private async criteriaOf(
    db: Db,
    actor: Actor,
    filter: SubscriptionFilter,
  ): Promise<Omit<SubscriptionCriteria, 'search'>> {
    return {
      filter,
      externalCustomerId: filter.externalCustomerId ?? null,
      externalId: filter.externalId ?? null,
      planCode: filter.planCode ?? null,
      statuses: filter.status ?? ['active'],
      currency: filter.currency ?? null,
      overridden: filter.overridden ?? null,
      billingEntityIds: await this.needs.billingEntities.filteredIds(db, actor, filter),
    };
  }

  private async find(db: Db, actor: Actor, id: string): Promise<Subscription | null> {
    // Postgres accepts ids in upper and lower case and returns them in lower case.
    return isUuid(id) ? ((await this.getMany(db, actor, [id])).get(id.toLowerCase()) ?? null) : null;
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
