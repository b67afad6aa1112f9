import { and, desc, eq, exists, gte, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Period } from '../../../../core/time/period.js';
import type { BilledUsage } from '../../../../core/invoicing/subscriptions/subscription-terms.js';
import type { BilledTo } from '../../../../core/time/window-dates.js';
import { isOneOf } from '../../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../../platform/db/database.js';
import { compiledQuery } from '../../../../platform/db/writing/compiled-query.js';
import { insertAll } from '../../../../platform/db/statements/insert-all.js';
import { refersTo } from '../../../../platform/db/tables/tenant-keys.js';
import { subscriptions } from '../../../subscriptions/records/subscription.table.js';
import { idsOfInvoicesOf } from '../invoice-lookup.js';
import { type HistoryQuery, queryTable, matchesQuery, rowsOfQueries } from '../history-query.js';
import { type BillingPeriod, billingPeriods, CLAIMING_REASONS, invoices } from '../invoice.table.js';

/** The windows that an invoice billed for a subscription, with the subscription's external id. */
export type BilledPeriod = BillingPeriod & { readonly externalSubscriptionId: string };

/** A subscription and the instants between which to find billing days. */
export interface BillingDayQuery {
  readonly subscriptionId: string;
  readonly between: Period;
}

/** A billed billing day, with the zone of its invoice. */
export interface BilledDay {
  readonly subscriptionId: string;
  readonly at: Date;
  readonly timezone: string;
}

const isOnInvoice = refersTo(billingPeriods.invoiceId, invoices);

/** The reasons to bill usage and fixed charges, as constants, so that partial indexes of more reasons serve. */
const billsUsage = sql`${billingPeriods.invoicingReason} in ('subscription_periodic', 'subscription_terminating')`;

const isRequested = (organizationId: string) =>
  and(
    eq(billingPeriods.organizationId, organizationId),
    matchesQuery(billingPeriods.subscriptionId, billingPeriods.invoiceId),
  );

const billedPeriods = compiledQuery((db, organizationId: string, invoiceIds: readonly string[]) =>
  db
    .select({ period: billingPeriods, externalSubscriptionId: subscriptions.externalId })
    .from(billingPeriods)
    .innerJoin(subscriptions, refersTo(billingPeriods.subscriptionId, subscriptions))
    .where(
      and(eq(billingPeriods.organizationId, organizationId), isOneOf(billingPeriods.invoiceId, invoiceIds)),
    )
    .orderBy(billingPeriods.id),
);

const billedUsage = compiledQuery((db, organizationId: string, requested: string) => {
  // Each kind of window separately: a billing day may bill one without the other.
  const lastBilled = (
    to: typeof billingPeriods.chargesTo | typeof billingPeriods.fixedChargesTo,
    name: string,
  ) =>
    db
      .select({
        to: sql<Date>`${to}`.mapWith(to).as(`${name}_to`),
        timezone: sql<string>`${invoices.timezone}`.as(`${name}_timezone`),
      })
      .from(billingPeriods)
      .innerJoin(invoices, isOnInvoice)
      .where(and(isRequested(organizationId), billsUsage, isNotNull(to)))
      .orderBy(desc(billingPeriods.billedAt))
      .limit(1)
      .as(name);
  const charges = lastBilled(billingPeriods.chargesTo, 'charges');
  const fixedCharges = lastBilled(billingPeriods.fixedChargesTo, 'fixed_charges');
  return db
    .select({
      subscriptionId: sql<string>`requested.subscription_id`,
      chargesTo: charges.to,
      chargesZone: charges.timezone,
      fixedChargesTo: fixedCharges.to,
      fixedChargesZone: fixedCharges.timezone,
    })
    .from(queryTable(requested))
    .leftJoinLateral(charges, sql`true`)
    .leftJoinLateral(fixedCharges, sql`true`);
});

const invoiced = compiledQuery((db, organizationId: string, requested: string) => {
  const kept = db
    .select({ found: sql`1` })
    .from(billingPeriods)
    .innerJoin(invoices, isOnInvoice)
    .where(and(isRequested(organizationId), ne(invoices.status, 'deleted')));
  return db
    .select({ subscriptionId: sql<string>`requested.subscription_id` })
    .from(queryTable(requested))
    .where(exists(kept));
});

const billedDays = compiledQuery((db, organizationId: string, requested: string) =>
  db
    .select({
      subscriptionId: billingPeriods.subscriptionId,
      at: billingPeriods.billedAt,
      timezone: invoices.timezone,
    })
    .from(
      sql`json_to_recordset(${requested}::text::json)
          as requested (subscription_id uuid, from_at timestamptz, to_at timestamptz)`,
    )
    .innerJoin(
      billingPeriods,
      and(
        eq(billingPeriods.organizationId, organizationId),
        eq(billingPeriods.subscriptionId, sql`requested.subscription_id`),
        eq(billingPeriods.invoicingReason, 'subscription_periodic'),
        gte(billingPeriods.billedAt, sql`requested.from_at`),
        lt(billingPeriods.billedAt, sql`requested.to_at`),
      ),
    )
    .innerJoin(invoices, isOnInvoice),
);

export const billingPeriodRepository = {
  /** The billed windows of invoices, in the order of each invoice's parts. */
  async findByInvoices(
    db: Db,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<BilledPeriod[]> {
    const rows = await billedPeriods(db, organizationId, invoiceIds);
    return rows.map(({ period, externalSubscriptionId }) => ({ ...period, externalSubscriptionId }));
  },

  /** Claimed windows of these subscriptions that start at one of these instants. */
  findStarting: compiledQuery(
    (
      db,
      organizationId: string,
      { subscriptionIds, from }: { subscriptionIds: readonly string[]; from: readonly Date[] },
    ) =>
      db
        .select()
        .from(billingPeriods)
        .where(
          and(
            eq(billingPeriods.organizationId, organizationId),
            isOneOf(billingPeriods.subscriptionId, subscriptionIds),
            isOneOf(billingPeriods.invoicingReason, CLAIMING_REASONS),
            isOneOf(billingPeriods.subscriptionFrom, from),
          ),
        ),
  ),

  /** The end of the last billed windows of each subscription. Reads few rows, however often it was billed. */
  async findBilledUsage(
    db: Db,
    organizationId: string,
    requested: readonly HistoryQuery[],
  ): Promise<(BilledUsage & { readonly subscriptionId: string })[]> {
    const billed = await billedUsage(db, organizationId, rowsOfQueries(requested));
    return billed.map(({ subscriptionId, ...last }) => ({
      subscriptionId,
      charges: billedTo(last.chargesTo, last.chargesZone),
      fixedCharges: billedTo(last.fixedChargesTo, last.fixedChargesZone),
    }));
  },

  /** The ids of the subscriptions with an invoice. Deleted drafts, which still claim windows, do not count. */
  async findInvoiced(db: Db, organizationId: string, requested: readonly HistoryQuery[]): Promise<string[]> {
    const found = await invoiced(db, organizationId, rowsOfQueries(requested));
    return found.map(({ subscriptionId }) => subscriptionId);
  },

  /** The billing days of subscriptions that were billed between two instants. */
  findBilledDays(
    db: Db,
    organizationId: string,
    requested: readonly BillingDayQuery[],
  ): Promise<BilledDay[]> {
    const rows = requested.map(({ subscriptionId, between: { from, to } }) => ({
      subscription_id: subscriptionId,
      from_at: from,
      to_at: to,
    }));
    return billedDays(db, organizationId, JSON.stringify(rows));
  },

  insert(tx: Tx, periods: readonly BillingPeriod[]): Promise<void> {
    return insertAll(tx, billingPeriods, periods);
  },

  /**
   * Updates by which plan draft invoices were computed, which may be a new own one, and when their usage was read: the same for
   * all windows of a subscription on an invoice.
   */
  async updateRecomputed(
    tx: Tx,
    organizationId: string,
    rows: readonly Pick<BillingPeriod, 'invoiceId' | 'subscriptionId' | 'planId' | 'usageMoments'>[],
  ): Promise<void> {
    await tx.execute(sql`
      update ${billingPeriods} set plan_id = updated."planId", usage_moments = updated."usageMoments"
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as updated ("invoiceId" uuid, "subscriptionId" uuid, "planId" uuid, "usageMoments" jsonb)
      where ${billingPeriods.organizationId} = ${organizationId}
        and ${billingPeriods.invoiceId} = updated."invoiceId"
        and ${billingPeriods.subscriptionId} = updated."subscriptionId"`);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = idsOfInvoicesOf(tx, organizationId, customerIds);
    await tx
      .delete(billingPeriods)
      .where(
        and(
          eq(billingPeriods.organizationId, organizationId),
          isOneOf(billingPeriods.invoiceId, ofCustomers),
        ),
      );
  },
};

function billedTo(to: Date | null, timezone: string | null): BilledTo | null {
  return to === null || timezone === null ? null : { to, timezone };
}
