import { trialEnd } from '../../../core/invoicing/subscriptions/trial.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import { invalid, notFound } from '../../../platform/errors/app-error.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { Plan } from '../../plans/plan.table.js';
import { type SubscriptionContext, termsOf } from '../records/subscription-context.js';
import type { NamedSubscription } from '../records/subscription.input.js';
import { subscriptionRepository } from '../records/subscription.repository.js';
import type { Subscription } from '../records/subscription.table.js';
import type { SubscriptionsNeeds } from '../subscriptions.needs.js';
import type { SubscriptionService } from './subscription.service.js';

interface Needs extends Pick<
  SubscriptionsNeeds,
  'billingEntities' | 'plans' | 'testClocks' | 'customers' | 'customerLocks' | 'billingHistories'
> {
  readonly subscriptions: SubscriptionService;
}

/** Reads subscriptions with their plans, customers, settings and terms. Source: subscriptions.md. */
export class SubscriptionContexts {
  constructor(private readonly needs: Needs) {}

  /** Subscriptions with their plans, customers and terms, by id. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, SubscriptionContext>> {
    return this.contextsOf(db, actor, [...(await this.needs.subscriptions.getMany(db, actor, ids)).values()]);
  }

  /** The contexts of the active subscriptions of customers. */
  async activeContextsOf(
    db: Db,
    actor: Actor,
    customers: readonly Customer[],
  ): Promise<SubscriptionContext[]> {
    const ids = customers.map(({ id }) => id);
    const active = await subscriptionRepository.findActiveOf(db, actor.organizationId, ids);
    if (active.length === 0) return [];
    return [...(await this.contextsOf(db, actor, active, customers)).values()];
  }

  /**
   * The context of a subscription whose row the caller has read or written.
   * @param customer its customer, if the caller has read that too.
   */
  async contextOf(
    db: Db,
    actor: Actor,
    subscription: Subscription,
    customer: Customer | null = null,
  ): Promise<SubscriptionContext> {
    const contexts = await this.contextsOf(db, actor, [subscription], customer === null ? [] : [customer]);
    return expectPresent(contexts.get(subscription.id), `the context of subscription ${subscription.id}`);
  }

  /**
   * The contexts of subscriptions whose rows the caller has read or written, by id.
   * @param known their customers, as far as the caller has read them too.
   */
  async contextsOf(
    db: Db,
    actor: Actor,
    found: readonly Subscription[],
    known: readonly Customer[] = [],
  ): Promise<Map<string, SubscriptionContext>> {
    const { plans, billingEntities, testClocks, billingHistories } = this.needs;
    const history = found.map(({ id: subscriptionId }) => ({ subscriptionId, before: null }));
    const [plansById, customersById, billed] = await Promise.all([
      plans.getMany(db, actor, distinct(found.map((subscription) => subscription.planId))),
      this.customersOf(db, actor, found, known),
      billingHistories.billedUsage(db, actor, history),
    ]);
    const customersFound = [...customersById.values()];
    const entityIds = [...found, ...customersFound].flatMap(({ billingEntityId }) => billingEntityId ?? []);
    const [entitiesById, nows, firstStarts] = await Promise.all([
      billingEntities.getManyWithArchived(db, actor, distinct(entityIds)),
      testClocks.nows(db, actor, distinct(customersFound.map((customer) => customer.testClockId))),
      this.firstStarts(db, actor, found, plansById),
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

  private async customersOf(
    db: Db,
    actor: Actor,
    found: readonly Subscription[],
    known: readonly Customer[],
  ): Promise<ReadonlyMap<string, Customer>> {
    const missing = distinct(found.map(({ customerId }) => customerId)).filter(
      (id) => !known.some((customer) => customer.id === id),
    );
    const read = missing.length === 0 ? [] : await this.needs.customers.getMany(db, actor, missing);
    return new Map([...known.map((customer) => [customer.id, customer] as const), ...read]);
  }

  /** The first start under each customer and external id, for subscriptions whose plan has a trial. */
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

  /** The context of a subscription that must exist. */
  async get(db: Db, actor: Actor, id: string): Promise<SubscriptionContext> {
    return expectPresent((await this.getMany(db, actor, [id])).get(id), `subscription ${id}`);
  }

  /**
   * The context of the newest subscription with the external id and status; default active.
   * @throws AppError `subscription_not_found`.
   */
  async getNamed(
    db: Db,
    actor: Actor,
    { externalId, status, orIncomplete }: NamedSubscription,
  ): Promise<SubscriptionContext> {
    const name = { externalId, status: status ?? 'active', orIncomplete: orIncomplete ?? false } as const;
    return this.contextOf(db, actor, await this.needs.subscriptions.get(db, actor, name));
  }

  /** The contexts of subscriptions, in order of creation. */
  async getManyInOrder(db: Db, actor: Actor, ids: readonly string[]): Promise<SubscriptionContext[]> {
    const contexts = [...(await this.getMany(db, actor, ids)).values()];
    return contexts.sort((one, other) => (one.subscription.id < other.subscription.id ? -1 : 1));
  }

  /** Locks the customer of a subscription of any status. @throws AppError as `lockLive`. */
  async lock(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    const { subscriptions, customerLocks, testClocks } = this.needs;
    const { customerId } = await subscriptions.get(tx, actor, { id });
    const { testClockId } = await customerLocks.lock(tx, actor, customerId);
    await testClocks.requireIdle(tx, actor, testClockId);
    return this.get(tx, actor, id);
  }

  /**
   * Locks the customer of an active or pending subscription until the transaction ends.
   * @throws AppError `subscription_not_found` also for one that has ended; `test_clock_advancing`;
   *   `base: subscription_incomplete` for one whose payment is pending (subscriptions.md §7).
   */
  async lockLive(tx: Tx, actor: Actor, id: string): Promise<SubscriptionContext> {
    const context = await this.lock(tx, actor, id);
    const { status } = context.subscription;
    if (status === 'incomplete') throw invalid({ base: ['subscription_incomplete'] });
    if (status !== 'active' && status !== 'pending') throw notFound('subscription');
    return context;
  }
}

/** Trials count from the first start of a customer under an external id. */
function chainKey({ customerId, externalId }: Pick<Subscription, 'customerId' | 'externalId'>): string {
  return `${customerId} ${externalId}`;
}
