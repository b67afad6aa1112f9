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
  /** The last claims on usage and on fixed charges; null before the first ones. */
  readonly charges: Claimed | null;
  readonly fixedCharges: Claimed | null;
}

/** Where a claimed window ends, and the zone that it was worked out in. */
export interface Claimed {
  readonly to: Date;
  readonly timezone: string;
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
  async findBilled(db: Db, organizationId: string, asked: readonly AskedHistory[]): Promise<Billed[]> {
    const isWanted = and(
      eq(billingPeriods.organizationId, organizationId),
      isAskedFor(billingPeriods.subscriptionId, billingPeriods.invoiceId),
    );
    const isOfInvoice = refersTo(billingPeriods.invoiceId, invoices);
    const isClaiming = among(billingPeriods.invoicingReason, CLAIMING_REASONS);
    // Each by itself: a billing day may bill one kind without the other.
    const lastClaimed = (
      to: typeof billingPeriods.chargesTo | typeof billingPeriods.fixedChargesTo,
      name: string,
    ) =>
      db
        .select({
          to: sql<Date>`${to}`.mapWith(to).as(`${name}_to`),
          timezone: sql<string>`${invoices.timezone}`.as(`${name}_timezone`),
        })
        .from(billingPeriods)
        .innerJoin(invoices, isOfInvoice)
        .where(and(isWanted, isClaiming, isNotNull(to)))
        .orderBy(desc(billingPeriods.billedAt))
        .limit(1)
        .as(name);
    const charges = lastClaimed(billingPeriods.chargesTo, 'charges');
    const fixedCharges = lastClaimed(billingPeriods.fixedChargesTo, 'fixed_charges');
    const kept = db
      .select({ id: billingPeriods.id })
      .from(billingPeriods)
      .innerJoin(invoices, isOfInvoice)
      .where(and(isWanted, ne(invoices.status, 'deleted')))
      .limit(1)
      .as('kept');
    const billed = await db
      .select({
        subscriptionId: sql<string>`asked.subscription_id`,
        isInvoiced: sql<boolean>`${kept.id} is not null`,
        chargesTo: charges.to,
        chargesZone: charges.timezone,
        fixedChargesTo: fixedCharges.to,
        fixedChargesZone: fixedCharges.timezone,
      })
      .from(askedTable(asked))
      .leftJoinLateral(charges, sql`true`)
      .leftJoinLateral(fixedCharges, sql`true`)
      .leftJoinLateral(kept, sql`true`)
      .where(or(isNotNull(charges.to), isNotNull(fixedCharges.to), isNotNull(kept.id)));
    return billed.map(({ subscriptionId, isInvoiced, ...last }) => ({
      subscriptionId,
      isInvoiced,
      charges: claimed(last.chargesTo, last.chargesZone),
      fixedCharges: claimed(last.fixedChargesTo, last.fixedChargesZone),
    }));
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

function claimed(to: Date | null, timezone: string | null): Claimed | null {
  return to === null || timezone === null ? null : { to, timezone };
}
