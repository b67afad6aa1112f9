import { and, asc, desc, eq, exists, isNull, ne, not, type SQL, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { fees } from '../invoices/records/fees/fee.table.js';
import { invoices } from '../invoices/records/invoice.table.js';
import { type Subscription, subscriptions } from '../subscriptions/records/subscription.table.js';
import { type HistoricalUsage, historicalUsages } from './historical-usage.table.js';

/** The start of the chain that a subscription belongs to. */
export interface ChainOrigin {
  readonly subscriptionId: string;
  /** The id of the chain's first subscription, which stays the same whatever follows. */
  readonly firstId: string;
  /** Usage from before the chain was imported; null if nobody has set it. */
  readonly historicalAmountCents: bigint | null;
}

const member = alias(subscriptions, 'member');

/** True if `member` belongs to the chain of `subscriptions`: it has the same external id and anchor. */
const IS_MEMBER = and(
  eq(member.organizationId, subscriptions.organizationId),
  eq(member.externalId, subscriptions.externalId),
  eq(member.subscriptionAt, subscriptions.subscriptionAt),
  ne(member.status, 'canceled'),
);

export const lifetimeUsageRepository = {
  /** For each external id its active subscription, or else the one that ended last. */
  findSubscriptions(db: Db, organizationId: string, externalIds: readonly string[]): Promise<Subscription[]> {
    return db
      .selectDistinctOn([subscriptions.externalId])
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          isOneOf(subscriptions.externalId, externalIds),
          isOneOf(subscriptions.status, ['active', 'terminated']),
        ),
      )
      .orderBy(
        subscriptions.externalId,
        desc(eq(subscriptions.status, 'active')),
        desc(subscriptions.terminatedAt),
        desc(subscriptions.id),
      );
  },

  /** The start of the chain of each subscription. */
  findOrigins(db: Db, organizationId: string, subscriptionIds: readonly string[]): Promise<ChainOrigin[]> {
    const first = db
      .select({ id: member.id })
      .from(member)
      .where(IS_MEMBER)
      .orderBy(asc(member.id))
      .limit(1)
      .as('first');
    return db
      .select({
        subscriptionId: subscriptions.id,
        firstId: first.id,
        historicalAmountCents: historicalUsages.amountCents,
      })
      .from(subscriptions)
      .crossJoinLateral(first)
      .leftJoin(
        historicalUsages,
        and(
          eq(historicalUsages.organizationId, subscriptions.organizationId),
          eq(historicalUsages.externalSubscriptionId, subscriptions.externalId),
          eq(historicalUsages.subscriptionAt, subscriptions.subscriptionAt),
        ),
      )
      .where(
        and(eq(subscriptions.organizationId, organizationId), isOneOf(subscriptions.id, subscriptionIds)),
      );
  },

  /**
   * Sums the charge fees, excluding taxes, that draft and final subscription invoices bill to the chain of each subscription.
   * Chains without such fees are omitted. Source: current-usage.md §5.
   */
  async sumInvoiced(
    db: Db,
    organizationId: string,
    subscriptionIds: readonly string[],
  ): Promise<Map<string, bigint>> {
    const rows = await db
      .select({ subscriptionId: subscriptions.id, amountCents: sum(fees.amountCents) })
      .from(subscriptions)
      .innerJoin(member, IS_MEMBER)
      .innerJoin(fees, refersTo(fees.subscriptionId, member))
      .innerJoin(invoices, refersTo(fees.invoiceId, invoices))
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          isOneOf(subscriptions.id, subscriptionIds),
          eq(fees.feeType, 'charge'),
          isNull(fees.deletedAt),
          eq(invoices.invoiceType, 'subscription'),
          // Usage on an invoice that waits for its taxes is invoiced too (docs/adr/0080).
          isOneOf(invoices.status, ['draft', 'pending', 'failed', 'finalized']),
        ),
      )
      .groupBy(subscriptions.id);
    return new Map(rows.map(({ subscriptionId, amountCents }) => [subscriptionId, BigInt(amountCents ?? 0)]));
  },

  async saveHistorical(tx: Tx, historical: HistoricalUsage): Promise<void> {
    await tx
      .insert(historicalUsages)
      .values(historical)
      .onConflictDoUpdate({
        target: [
          historicalUsages.organizationId,
          historicalUsages.externalSubscriptionId,
          historicalUsages.subscriptionAt,
        ],
        set: { amountCents: sql`excluded.amount_cents`, updatedAt: sql`excluded.updated_at` },
      });
  },

  /** Deletes the historical usage of chains that only these customers have; chains shared with other customers keep it. */
  async deleteHistorical(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofChainOf = (customers: SQL) =>
      exists(
        tx
          .select({ id: subscriptions.id })
          .from(subscriptions)
          .where(
            and(
              eq(subscriptions.organizationId, organizationId),
              eq(subscriptions.externalId, historicalUsages.externalSubscriptionId),
              eq(subscriptions.subscriptionAt, historicalUsages.subscriptionAt),
              customers,
            ),
          ),
      );
    await tx
      .delete(historicalUsages)
      .where(
        and(
          eq(historicalUsages.organizationId, organizationId),
          ofChainOf(isOneOf(subscriptions.customerId, customerIds)),
          not(ofChainOf(not(isOneOf(subscriptions.customerId, customerIds)))),
        ),
      );
  },
};
