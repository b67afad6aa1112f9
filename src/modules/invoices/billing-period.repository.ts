import { and, desc, eq, exists, gte, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { among } from '../../platform/db/among.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { insertAll } from '../../platform/db/insert-all.js';
import { refersTo } from '../../platform/db/tenant.js';
import { subscriptions } from '../subscriptions/subscription.table.js';
import { type AskedHistory, askedTable, isAskedFor } from './asked-history.js';
import {
  type BillingPeriod,
  billingPeriods,
  CLAIMING_REASONS,
  type Invoice,
  invoices,
} from './invoice.table.js';

/** What an invoice billed of a subscription, and what callers call that. */
export type BilledPeriod = BillingPeriod & { readonly externalSubscriptionId: string };

/** Where an invoice ended, and the zone it was worked out in. */
export type LastBilled = Pick<BillingPeriod, 'chargesTo' | 'fixedChargesTo'> & Pick<Invoice, 'timezone'>;

/** A subscription, and since when something is looked for of it. */
export interface AskedSince {
  readonly subscriptionId: string;
  readonly since: Date;
}

export const billingPeriodRepository = {
  /** What invoices billed, each invoice's in the order of its parts. */
  async findByInvoices(
    db: Db,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<BilledPeriod[]> {
    const rows = await db
      .select({ period: billingPeriods, externalSubscriptionId: subscriptions.externalId })
      .from(billingPeriods)
      .innerJoin(subscriptions, refersTo(billingPeriods.subscriptionId, subscriptions))
      .where(
        and(eq(billingPeriods.organizationId, organizationId), among(billingPeriods.invoiceId, invoiceIds)),
      )
      .orderBy(billingPeriods.id);
    return rows.map(({ period, externalSubscriptionId }) => ({ ...period, externalSubscriptionId }));
  },

  /** Claimed windows of these subscriptions that start with one of these instants. */
  findStarting(
    db: Db,
    organizationId: string,
    { subscriptionIds, from }: { subscriptionIds: readonly string[]; from: readonly Date[] },
  ): Promise<BillingPeriod[]> {
    return db
      .select()
      .from(billingPeriods)
      .where(
        and(
          eq(billingPeriods.organizationId, organizationId),
          among(billingPeriods.subscriptionId, subscriptionIds),
          among(billingPeriods.invoicingReason, CLAIMING_REASONS),
          among(billingPeriods.subscriptionFrom, from),
        ),
      );
  },

  /**
   * What each subscription that was ever billed, deleted drafts aside, has claimed last; null where it has claimed
   * nothing. However often it was billed, a few rows of it are read.
   */
  findLast(
    db: Db,
    organizationId: string,
    asked: readonly AskedHistory[],
  ): Promise<{ subscriptionId: string; last: LastBilled | null }[]> {
    const isWanted = (isOfKind: SQL) =>
      and(
        eq(billingPeriods.organizationId, organizationId),
        isAskedFor(billingPeriods.subscriptionId, billingPeriods.invoiceId),
        isOfKind,
        ne(invoices.status, 'deleted'),
      );
    const isOfInvoice = refersTo(billingPeriods.invoiceId, invoices);
    const claimed = db
      .select({
        chargesTo: billingPeriods.chargesTo,
        fixedChargesTo: billingPeriods.fixedChargesTo,
        timezone: invoices.timezone,
      })
      .from(billingPeriods)
      .innerJoin(invoices, isOfInvoice)
      .where(isWanted(among(billingPeriods.invoicingReason, CLAIMING_REASONS)))
      .orderBy(desc(billingPeriods.billedAt))
      .limit(1)
      .as('claimed');
    // Looked for only where nothing is claimed.
    const unclaimed = db
      .select({ id: billingPeriods.id })
      .from(billingPeriods)
      .innerJoin(invoices, isOfInvoice)
      .where(
        and(isNull(claimed.timezone), isWanted(not(among(billingPeriods.invoicingReason, CLAIMING_REASONS)))),
      )
      .limit(1)
      .as('unclaimed');
    const { chargesTo, fixedChargesTo, timezone } = claimed;
    return db
      .select({
        subscriptionId: sql<string>`asked.subscription_id`,
        // First what is never null: drizzle takes the whole of a joined object for missing when its first member is.
        last: { timezone, chargesTo, fixedChargesTo },
      })
      .from(askedTable(asked))
      .leftJoinLateral(claimed, sql`true`)
      .leftJoinLateral(unclaimed, sql`true`)
      .where(or(isNotNull(timezone), isNotNull(unclaimed.id)));
  },

  /** The ids of those of subscriptions that a billing day has billed since. */
  async findPeriodic(db: Db, organizationId: string, asked: readonly AskedSince[]): Promise<string[]> {
    const rows = asked.map(({ subscriptionId, since }) => ({ subscription_id: subscriptionId, since }));
    const billed = db
      .select({ found: sql`1` })
      .from(billingPeriods)
      .where(
        and(
          eq(billingPeriods.organizationId, organizationId),
          eq(billingPeriods.subscriptionId, sql`asked.subscription_id`),
          eq(billingPeriods.invoicingReason, 'subscription_periodic'),
          gte(billingPeriods.billedAt, sql`asked.since`),
        ),
      );
    const found = await db
      .select({ subscriptionId: sql<string>`asked.subscription_id` })
      .from(
        sql`json_to_recordset(${JSON.stringify(rows)}::text::json)
          as asked (subscription_id uuid, since timestamptz)`,
      )
      .where(exists(billed));
    return found.map(({ subscriptionId }) => subscriptionId);
  },

  insert(tx: Tx, periods: readonly BillingPeriod[]): Promise<void> {
    return insertAll(tx, billingPeriods, periods);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.organizationId, organizationId), among(invoices.customerId, customerIds)));
    await tx
      .delete(billingPeriods)
      .where(
        and(eq(billingPeriods.organizationId, organizationId), among(billingPeriods.invoiceId, ofCustomers)),
      );
  },
};
