import { and, asc, desc, eq, exists, isNull, ne, not, type SQL, sql, sum } from 'drizzle-orm';
import { among } from '../../platform/db/among.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { refersTo } from '../../platform/db/tenant.js';
import { fees } from '../invoices/fee.table.js';
import { invoices } from '../invoices/invoice.table.js';
import { type Subscription, subscriptions } from '../subscriptions/subscription.table.js';
import { type HistoricalUsage, historicalUsages } from './historical-usage.table.js';

/** What names a chain of subscriptions in an organization. */
export type Chain = Pick<Subscription, 'organizationId' | 'externalId' | 'subscriptionAt'>;

const ofChain = ({ organizationId, externalId, subscriptionAt }: Chain) =>
  and(
    eq(subscriptions.organizationId, organizationId),
    eq(subscriptions.externalId, externalId),
    eq(subscriptions.subscriptionAt, subscriptionAt),
    ne(subscriptions.status, 'canceled'),
  );

export const lifetimeUsageRepository = {
  /** The subscription that runs under the external id, else the one that ended last. */
  async findSubscription(db: Db, organizationId: string, externalId: string): Promise<Subscription | null> {
    const [subscription] = await db
      .select()
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          eq(subscriptions.externalId, externalId),
          among(subscriptions.status, ['active', 'terminated']),
        ),
      )
      .orderBy(
        desc(eq(subscriptions.status, 'active')),
        desc(subscriptions.terminatedAt),
        desc(subscriptions.id),
      )
      .limit(1);
    return subscription ?? null;
  },

  /** The id of the chain's first subscription, which stays the same whatever follows. */
  async findFirstId(db: Db, chain: Chain): Promise<string | null> {
    const [first] = await db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(ofChain(chain))
      .orderBy(asc(subscriptions.id))
      .limit(1);
    return first?.id ?? null;
  },

  /** 0 when nothing was said. */
  async findHistorical(db: Db, { organizationId, externalId, subscriptionAt }: Chain): Promise<bigint> {
    const [row] = await db
      .select({ amountCents: historicalUsages.amountCents })
      .from(historicalUsages)
      .where(
        and(
          eq(historicalUsages.organizationId, organizationId),
          eq(historicalUsages.externalSubscriptionId, externalId),
          eq(historicalUsages.subscriptionAt, subscriptionAt),
        ),
      );
    return row?.amountCents ?? 0n;
  },

  /**
   * Charge fees of the chain on draft and final subscription invoices, without taxes.
   * Source: current-usage.md §5.
   */
  async sumInvoiced(db: Db, chain: Chain): Promise<bigint> {
    const [row] = await db
      .select({ amountCents: sum(fees.amountCents) })
      .from(fees)
      .innerJoin(invoices, refersTo(fees.invoiceId, invoices))
      .innerJoin(subscriptions, refersTo(fees.subscriptionId, subscriptions))
      .where(
        and(
          ofChain(chain),
          eq(fees.feeType, 'charge'),
          isNull(fees.deletedAt),
          eq(invoices.invoiceType, 'subscription'),
          among(invoices.status, ['draft', 'finalized']),
        ),
      );
    return BigInt(row?.amountCents ?? 0);
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

  /** What was said of chains that only these customers have; of one that others share it is theirs as well. */
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
          ofChainOf(among(subscriptions.customerId, customerIds)),
          not(ofChainOf(not(among(subscriptions.customerId, customerIds)))),
        ),
      );
  },
};
