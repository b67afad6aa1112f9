import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/api/loader.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/ids.js';
import { type AppError, invalid, notFound } from '../../platform/errors/app-error.js';
import { catchAppError } from '../../platform/errors/catch-app-error.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { SubscriptionContext } from '../subscriptions/subscription-context.js';
import type { SubscriptionService } from '../subscriptions/subscription.service.js';
import type { Subscription } from '../subscriptions/subscription.table.js';
import type { TestClockService } from '../test-clocks/test-clock.service.js';
import type { CustomerUsageService } from '../usage/current-usage/customer-usage.service.js';
import { requireAmount } from '../usage/events/usage-limits.js';
import type { LifetimeUsageChange } from './lifetime-usage.changes.js';
import { lifetimeUsageRepository } from './lifetime-usage.repository.js';

/** The lifetime usage of a chain of subscriptions. The invoiced and current amounts are computed only if requested. */
export interface LifetimeUsage {
  /** Id of the chain's first subscription. */
  readonly id: string;
  /** The active subscription, or else the one that ended last. */
  readonly subscription: Subscription;
  /** Minor units. */
  readonly historicalAmountCents: bigint;
}

interface Dependencies {
  readonly testClocks: TestClockService;
  readonly customers: CustomerService;
  readonly subscriptions: SubscriptionService;
  readonly customerUsage: CustomerUsageService;
  readonly changes: Changes<LifetimeUsageChange>;
}

/**
 * Computes lifetime usage when it is read: historical usage, invoiced usage, and current usage.
 * Source: current-usage.md §5.
 */
export class LifetimeUsageService {
  constructor(private readonly dependencies: Dependencies) {}

  /** @throws AppError `lifetime_usage_not_found` if no subscription with that id has started. */
  async get(db: Db, actor: Actor, by: { id: string } | { externalId: string }): Promise<LifetimeUsage> {
    const externalId = 'id' in by ? await this.externalIdOf(db, actor, by.id) : by.externalId;
    const [usage] = externalId === null ? [] : await this.findAll(db, actor, [externalId]);
    if (usage === undefined) throw notFound('lifetime_usage');
    return usage;
  }

  /** By external subscription id; ids without a subscription that has started are omitted. */
  async getMany(db: Db, actor: Actor, externalIds: readonly string[]): Promise<Map<string, LifetimeUsage>> {
    const found = await this.findAll(db, actor, externalIds);
    return indexBy(found, ({ subscription }) => subscription.externalId);
  }

  /**
   * Sums of invoiced charge fees, in minor units without taxes, by subscription id; an error instead if a sum is out of
   * range.
   */
  async invoicedAmounts(
    db: Db,
    actor: Actor,
    subscriptionIds: readonly string[],
  ): Promise<Map<string, bigint | AppError>> {
    const sums = await lifetimeUsageRepository.sumInvoiced(db, actor.organizationId, subscriptionIds);
    const amounts = subscriptionIds.map(async (id) => {
      const amountCents = sums.get(id) ?? 0n;
      return [id, await catchAppError(() => requireAmount(amountCents))] as const;
    });
    return new Map(await Promise.all(amounts));
  }

  /**
   * Amounts of the current usage, in minor units, by subscription id. 0 if the subscription is not active; an error instead
   * if the amount is out of range.
   */
  async currentAmounts(
    db: Db,
    actor: Actor,
    contexts: readonly SubscriptionContext[],
  ): Promise<Map<string, bigint | AppError>> {
    const active = contexts.filter(({ subscription }) => subscription.status === 'active');
    return this.dependencies.customerUsage.currentAmounts(db, actor, active);
  }

  /**
   * Sets the usage from before the subscription was imported.
   * @throws AppError `lifetime_usage_not_found`, `test_clock_advancing`, `validation_errors`.
   */
  async setHistorical(tx: Tx, actor: Actor, id: string, amountCents: bigint): Promise<LifetimeUsage> {
    const { customers, testClocks, changes } = this.dependencies;
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
    await changes.announce(tx, actor, { type: 'lifetime_usage.updated', externalSubscriptionId: externalId });
    return { ...usage, historicalAmountCents: amountCents };
  }

  /** Deletes the historical usage of customers, before the rows of their subscriptions. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return lifetimeUsageRepository.deleteHistorical(tx, actor.organizationId, customerIds);
  }

  private async findAll(db: Db, actor: Actor, externalIds: readonly string[]): Promise<LifetimeUsage[]> {
    const { organizationId } = actor;
    const found = await lifetimeUsageRepository.findSubscriptions(db, organizationId, externalIds);
    const ids = found.map(({ id }) => id);
    const origins = indexBy(
      await lifetimeUsageRepository.findOrigins(db, organizationId, ids),
      ({ subscriptionId }) => subscriptionId,
    );
    return found.map((subscription) => {
      const { firstId, historicalAmountCents } = expectPresent(
        origins.get(subscription.id),
        `the first subscription in the chain of ${subscription.id}`,
      );
      return { id: firstId, subscription, historicalAmountCents: historicalAmountCents ?? 0n };
    });
  }

  private async externalIdOf(db: Db, actor: Actor, id: string): Promise<string | null> {
    if (!isUuid(id)) return null;
    const found = await this.dependencies.subscriptions.getMany(db, actor, [id]);
    return found.get(id)?.externalId ?? null;
  }
}
