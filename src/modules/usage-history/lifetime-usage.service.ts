import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/ids.js';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { SubscriptionService } from '../subscriptions/subscription.service.js';
import type { Subscription } from '../subscriptions/subscription.table.js';
import type { TestClockService } from '../test-clocks/test-clock.service.js';
import type { CustomerUsageService } from '../usage/customer-usage.service.js';
import { requireAmount } from '../usage/usage-limits.js';
import { lifetimeUsageRepository } from './lifetime-usage.repository.js';

/** The usage of a chain of subscriptions, from its beginning. What costs a reading is worked out when asked for. */
export interface LifetimeUsage {
  /** Of the chain: the id of its first subscription. */
  readonly id: string;
  /** The one that runs, else the one that ended last. */
  readonly subscription: Subscription;
  /** Minor units. */
  readonly historicalAmountCents: bigint;
}

interface Dependencies {
  readonly testClocks: TestClockService;
  readonly customers: CustomerService;
  readonly subscriptions: SubscriptionService;
  readonly customerUsage: CustomerUsageService;
}

/**
 * What was used in all: before this system, invoiced, and in the period in progress. Worked out when it is read.
 * Source: current-usage.md §5.
 */
export class LifetimeUsageService {
  constructor(private readonly dependencies: Dependencies) {}

  /** @throws AppError `lifetime_usage_not_found`, as long as no subscription with that id has begun. */
  async get(db: Db, actor: Actor, by: { id: string } | { externalId: string }): Promise<LifetimeUsage> {
    const externalId = 'id' in by ? await this.externalIdOf(db, actor, by.id) : by.externalId;
    const subscription =
      externalId === null
        ? null
        : await lifetimeUsageRepository.findSubscription(db, actor.organizationId, externalId);
    if (subscription === null) throw notFound('lifetime_usage');
    return {
      id: (await lifetimeUsageRepository.findFirstId(db, subscription)) ?? subscription.id,
      subscription,
      historicalAmountCents: await lifetimeUsageRepository.findHistorical(db, subscription),
    };
  }

  /** Charge fees on invoices, without taxes, in minor units. @throws AppError `amount_cents: value_is_out_of_range`. */
  async invoicedAmountCents(db: Db, { subscription }: LifetimeUsage): Promise<bigint> {
    const amountCents = await lifetimeUsageRepository.sumInvoiced(db, subscription);
    requireAmount(amountCents);
    return amountCents;
  }

  /** Of the period in progress, in minor units; 0 when none is. @throws AppError as `CustomerUsageService.current`. */
  async currentAmountCents(db: Db, actor: Actor, { subscription }: LifetimeUsage): Promise<bigint> {
    if (subscription.status !== 'active') return 0n;
    return this.dependencies.customerUsage.currentAmountCents(db, actor, subscription.id);
  }

  /** The customer's now: until then usage is told. */
  async until(db: Db, actor: Actor, { subscription }: LifetimeUsage): Promise<Date> {
    return (await this.dependencies.subscriptions.context(db, actor, subscription.id)).now;
  }

  /**
   * Says what was used before this system had the subscription.
   * @throws AppError `lifetime_usage_not_found`, `test_clock_advancing`, `validation_errors`.
   */
  async setHistorical(tx: Tx, actor: Actor, id: string, amountCents: bigint): Promise<LifetimeUsage> {
    const { customers, testClocks } = this.dependencies;
    const usage = await this.get(tx, actor, { id });
    if (amountCents < 0n) {
      throw invalid({ externalHistoricalUsageAmountCents: ['value_is_out_of_range'] });
    }
    const { organizationId, externalId, subscriptionAt, customerId } = usage.subscription;
    const customer = await customers.lock(tx, actor, customerId);
    await testClocks.requireIdle(tx, actor, customer.testClockId);
    const now = await testClocks.now(tx, actor, customer.testClockId);
    await lifetimeUsageRepository.saveHistorical(tx, {
      organizationId,
      externalSubscriptionId: externalId,
      subscriptionAt,
      amountCents,
      createdAt: now,
      updatedAt: now,
    });
    return { ...usage, historicalAmountCents: amountCents };
  }

  /** Removes what was said of the subscriptions of customers that are being deleted for good. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return lifetimeUsageRepository.deleteHistorical(tx, actor.organizationId, customerIds);
  }

  private async externalIdOf(db: Db, actor: Actor, id: string): Promise<string | null> {
    if (!isUuid(id)) return null;
    const found = await this.dependencies.subscriptions.getMany(db, actor, [id]);
    return found.get(id)?.externalId ?? null;
  }
}
