import { and, desc, eq, exists, gte, isNotNull, ne, or, sql } from 'drizzle-orm';
import { among } from '../../platform/db/among.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { insertAll } from '../../platform/db/insert-all.js';
import { refersTo } from '../../platform/db/tenant.js';
import { subscriptions } from '../subscriptions/subscription.table.js';
import { type AskedHistory, askedTable, isAskedFor } from './asked-history.js';
import { type BillingPeriod, billingPeriods, CLAIMING_REASONS, invoices } from './invoice.table.js';

/** What an invoice billed of a subscription, and what callers call that. */
export type BilledPeriod = BillingPeriod & { readonly externalSubscriptionId: string };

/** What was billed of a subscription so far. */
export interface Billed {
  readonly subscriptionId: string;
  /** Whether some invoice of it is there: drafts that were deleted claim their windows, and are none. */
  readonly isInvoiced: boolean;
  /** Where the last windows end that were claimed for usage and for fixed charges; null before the first ones. */
  readonly chargesTo: Date | null;
  readonly fixedChargesTo: Date | null;
}

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
   * What each subscription with claimed windows, or an invoice that is not deleted, was billed so far. However often it
   * was billed, a few rows of it are read.
   */
  findBilled(db: Db, organizationId: string, asked: readonly AskedHistory[]): Promise<Billed[]> {
    const isWanted = and(
      eq(billingPeriods.organizationId, organizationId),
      isAskedFor(billingPeriods.subscriptionId, billingPeriods.invoiceId),
    );
    const isClaiming = among(billingPeriods.invoicingReason, CLAIMING_REASONS);
    // Each by itself: a billing day may bill one kind without the other.
    const lastClaimed = (
      to: typeof billingPeriods.chargesTo | typeof billingPeriods.fixedChargesTo,
      name: string,
    ) =>
      db
        .select({ to: sql<Date>`${to}`.mapWith(to).as(`${name}_to`) })
        .from(billingPeriods)
        .where(and(isWanted, isClaiming, isNotNull(to)))
        .orderBy(desc(billingPeriods.billedAt))
        .limit(1)
        .as(name);
    const charges = lastClaimed(billingPeriods.chargesTo, 'charges');
    const fixedCharges = lastClaimed(billingPeriods.fixedChargesTo, 'fixed_charges');
    const kept = db
      .select({ id: billingPeriods.id })
      .from(billingPeriods)
      .innerJoin(invoices, refersTo(billingPeriods.invoiceId, invoices))
      .where(and(isWanted, ne(invoices.status, 'deleted')))
      .limit(1)
      .as('kept');
    return db
      .select({
        subscriptionId: sql<string>`asked.subscription_id`,
        isInvoiced: sql<boolean>`${kept.id} is not null`,
        chargesTo: charges.to,
        fixedChargesTo: fixedCharges.to,
      })
      .from(askedTable(asked))
      .leftJoinLateral(charges, sql`true`)
      .leftJoinLateral(fixedCharges, sql`true`)
      .leftJoinLateral(kept, sql`true`)
      .where(or(isNotNull(charges.to), isNotNull(fixedCharges.to), isNotNull(kept.id)));
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
