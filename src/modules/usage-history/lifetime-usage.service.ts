import { thresholdProgress } from '../../core/invoicing/progressive-billing.js';
import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { type AppError, invalid, notFound } from '../../platform/errors/app-error.js';
import { catchAppError } from '../../platform/errors/catch-app-error.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { SubscriptionContext } from '../subscriptions/records/subscription-context.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import { requireAmount } from '../usage/events/usage-limits.js';
import type { UsageHistoryNeeds } from './usage-history.needs.js';
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

/** How far lifetime usage has come towards a threshold of progressive billing. */
export interface ThresholdCompletion {
  readonly amountCents: bigint;
  /** Between 0 and 1. */
  readonly completionRatio: number;
  /** Null unless it was reached. */
  readonly reachedAt: Date | null;
}

/**
 * Computes lifetime usage when it is read: historical usage, invoiced usage, and current usage.
 * Source: current-usage.md §5.
 */
export class LifetimeUsageService {
  constructor(
    private readonly needs: Pick<
      UsageHistoryNeeds,
      | 'testClocks'
      | 'customerLocks'
      | 'subscriptions'
      | 'customerUsage'
      | 'subscriptionThresholds'
      | 'progressiveInvoices'
      | 'changes'
    >,
  ) {}

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
    return this.needs.customerUsage.uninvoicedAmounts(db, actor, active);
  }

  /**
   * The progress of subscriptions towards their thresholds, by subscription id; subscriptions without thresholds are omitted.
   * @param totals lifetime usage and the customer's current time.
   */
  async completions(
    db: Db,
    actor: Actor,
    totals: readonly {
      readonly subscription: Subscription;
      readonly totalCents: bigint;
      readonly now: Date;
    }[],
  ): Promise<Map<string, ThresholdCompletion[]>> {
    const { subscriptionThresholds, progressiveInvoices } = this.needs;
    const subscriptions = totals.map(({ subscription }) => subscription);
    const thresholds = await subscriptionThresholds.applicable(db, actor, subscriptions);
    const applied = await progressiveInvoices.thresholdsApplied(db, actor, [...thresholds.keys()]);
    return new Map(
      totals.flatMap(({ subscription: { id }, totalCents, now }) => {
        const own = thresholds.get(id);
        if (own === undefined) return [];
        const progress = thresholdProgress(own, totalCents).map(({ threshold, amountCents, ratio }) => {
          const isReached = amountCents <= totalCents;
          const last = (applied.get(id) ?? []).findLast(({ thresholdId }) => thresholdId === threshold.id);
          const reachedAt = isReached ? (last?.createdAt ?? now) : null;
          return { amountCents, completionRatio: ratio.toNumber(), reachedAt };
        });
        return [[id, progress] as const];
      }),
    );
  }

  /**
   * Sets the usage from before the subscription was imported.
   * @throws AppError `lifetime_usage_not_found`, `test_clock_advancing`, `validation_errors`.
   */
  async setHistorical(tx: Tx, actor: Actor, id: string, amountCents: bigint): Promise<LifetimeUsage> {
    const { customerLocks, testClocks, changes } = this.needs;
    const usage = await this.get(tx, actor, { id });
    if (amountCents < 0n) {
      throw invalid({ externalHistoricalUsageAmountCents: ['value_is_out_of_range'] });
    }
    const { organizationId, externalId, subscriptionAt, customerId } = usage.subscription;
    const customer = await customerLocks.lock(tx, actor, customerId);
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
    const { subscription } = usage;
    await changes.announce(tx, actor, { type: 'lifetime_usage.updated', subscription, customer, now });
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
    const found = await this.needs.subscriptions.getMany(db, actor, [id]);
    return found.get(id)?.externalId ?? null;
  }
}
