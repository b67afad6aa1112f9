import { and, desc, eq, getTableColumns, gt, lte, ne, not, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { insertAll } from '../../../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../../platform/db/database.js';
import { compiledQuery } from '../../../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../../../platform/db/tables/tenant-keys.js';
import { subscriptions } from '../../../subscriptions/records/subscription.table.js';
import { type AppliedUsageThreshold, appliedUsageThresholds } from './applied-usage-threshold.table.js';
import { fees } from '../fees/fee.table.js';
import { invoiceCredits } from '../invoice-credit.table.js';
import { idsOfInvoicesOf } from '../invoice-lookup.js';
import { billingPeriods, type Invoice, invoices } from '../invoice.table.js';

/** A subscription, and an instant of the period whose progressive invoices count. */
export interface ProgressiveQuery {
  readonly subscriptionId: string;
  readonly at: Date;
}

/** A period whose progressive invoices are credited. */
export interface CreditedPeriodQuery extends ProgressiveQuery {
  /** Only invoices that billed the usage before it; null: all of them. */
  readonly before: Date | null;
}

/** What a progressive invoice has billed. */
export type ProgressiveInvoice = Pick<
  Invoice,
  'id' | 'number' | 'feesAmountCents' | 'couponsAmountCents' | 'progressiveBillingCreditAmountCents'
>;

/** The periods that hold the instants of queries, of subscriptions whose usage was billed progressively in them. */
const requestedPeriods = (requested: string) =>
  sql`json_to_recordset(${requested}::text::json)
    as requested (position int, "subscriptionId" uuid, at timestamptz, before timestamptz)`;

const isOfPeriod = (organizationId: string) =>
  and(
    eq(billingPeriods.organizationId, organizationId),
    eq(billingPeriods.subscriptionId, sql`requested."subscriptionId"`),
    sql`${billingPeriods.invoicingReason} = 'progressive_billing'`,
    lte(billingPeriods.chargesFrom, sql`requested.at`),
    gt(billingPeriods.chargesTo, sql`requested.at`),
  );

/** A pending invoice has billed its usage, although its taxes are not known yet. */
const counts = isOneOf(invoices.status, ['finalized', 'pending', 'failed']);

const billedProgressively = compiledQuery((db, organizationId: string, requested: string) =>
  db
    .select({
      customerId: fees.customerId,
      currency: fees.currency,
      billableMetricId: fees.billableMetricId,
      targetWalletCode: fees.targetWalletCode,
      amountCents: sql<string>`sum(${fees.amountCents} + ${fees.taxesAmountCents} - ${fees.preciseCouponsAmountCents})`,
    })
    .from(requestedPeriods(requested))
    .innerJoin(billingPeriods, isOfPeriod(organizationId))
    .innerJoin(invoices, refersTo(billingPeriods.invoiceId, invoices))
    .innerJoin(fees, refersTo(fees.invoiceId, invoices))
    .where(counts)
    .groupBy(fees.customerId, fees.currency, fees.billableMetricId, fees.targetWalletCode),
);

// A regenerated invoice is created later than those that contain its usage, but takes the place of the first one.
const progressive = compiledQuery((db, organizationId: string, requested: string) =>
  db
    .selectDistinctOn([sql`requested.position`], {
      position: sql<number>`requested.position`.mapWith(Number),
      invoice: invoices,
    })
    .from(requestedPeriods(requested))
    .innerJoin(billingPeriods, isOfPeriod(organizationId))
    .innerJoin(invoices, refersTo(billingPeriods.invoiceId, invoices))
    .where(counts)
    .orderBy(
      sql`requested.position`,
      desc(invoices.issuingDate),
      desc(billingPeriods.billedAt),
      desc(invoices.createdAt),
      desc(invoices.id),
    ),
);

const ofPeriods = compiledQuery((db, organizationId: string, requested: string) =>
  db
    .select({
      position: sql<number>`requested.position`.mapWith(Number),
      invoice: {
        id: invoices.id,
        number: invoices.number,
        feesAmountCents: invoices.feesAmountCents,
        couponsAmountCents: invoices.couponsAmountCents,
        progressiveBillingCreditAmountCents: invoices.progressiveBillingCreditAmountCents,
      },
    })
    .from(requestedPeriods(requested))
    .innerJoin(billingPeriods, isOfPeriod(organizationId))
    .innerJoin(invoices, refersTo(billingPeriods.invoiceId, invoices))
    .where(and(counts, sql`coalesce(${billingPeriods.billedAt} < requested.before, true)`))
    .orderBy(invoices.issuingDate, billingPeriods.billedAt, invoices.createdAt, invoices.id),
);

const member = alias(subscriptions, 'member');

export const progressiveInvoiceRepository = {
  /** The last progressive invoice for each query, in their order; null without one. */
  async findLast(
    db: Db,
    organizationId: string,
    queries: readonly ProgressiveQuery[],
  ): Promise<(Invoice | null)[]> {
    if (queries.length === 0) return [];
    const rows = await progressive(db, organizationId, rowsOf(queries));
    const found = new Map(rows.map(({ position, invoice }) => [position, invoice]));
    return queries.map((_, position) => found.get(position) ?? null);
  },

  /** All progressive invoices for each query, in their order; of each, the last one last. */
  async findOfPeriods(
    db: Db,
    organizationId: string,
    queries: readonly CreditedPeriodQuery[],
  ): Promise<ProgressiveInvoice[][]> {
    if (queries.length === 0) return [];
    const rows = await ofPeriods(db, organizationId, rowsOf(queries));
    const found = Map.groupBy(rows, ({ position }) => position);
    return queries.map((_, position) => (found.get(position) ?? []).map(({ invoice }) => invoice));
  },

  /**
   * What progressive invoices have billed in the periods of the queries, with taxes and less coupons and progressive credits;
   * by customer, currency and metric. Not rounded.
   */
  sumFees(db: Db, organizationId: string, queries: readonly ProgressiveQuery[]) {
    return billedProgressively(db, organizationId, rowsOf(queries));
  },

  /**
   * The amounts that invoices, other than progressive ones, have been credited for progressive invoices, by progressive invoice.
   * @param exceptOn the credits of these invoices do not count.
   */
  async sumGranted(
    db: Db,
    organizationId: string,
    { progressiveIds, exceptOn }: { progressiveIds: readonly string[]; exceptOn: readonly string[] },
  ): Promise<Map<string, bigint>> {
    const rows = await db
      .select({ id: invoiceCredits.itemId, amountCents: sum(invoiceCredits.amountCents) })
      .from(invoiceCredits)
      .innerJoin(invoices, refersTo(invoiceCredits.invoiceId, invoices))
      .where(
        and(
          eq(invoiceCredits.organizationId, organizationId),
          eq(invoiceCredits.itemType, 'invoice'),
          isOneOf(invoiceCredits.itemId, progressiveIds),
          not(isOneOf(invoiceCredits.invoiceId, exceptOn)),
          ne(invoices.invoiceType, 'progressive_billing'),
          not(isOneOf(invoices.status, ['voided', 'closed', 'deleted'])),
        ),
      )
      .groupBy(invoiceCredits.itemId);
    return new Map(rows.map(({ id, amountCents }) => [id, BigInt(amountCents ?? 0)]));
  },

  /** The thresholds applied on invoices, by invoice and in the order in which they were passed. */
  findThresholds: compiledQuery((db, organizationId: string, invoiceIds: readonly string[]) =>
    db
      .select()
      .from(appliedUsageThresholds)
      .where(
        and(
          eq(appliedUsageThresholds.organizationId, organizationId),
          isOneOf(appliedUsageThresholds.invoiceId, invoiceIds),
        ),
      )
      .orderBy(appliedUsageThresholds.id),
  ),

  /**
   * The thresholds that were applied to the chains of subscriptions, without those of voided invoices, oldest first; each
   * with the id of the subscription that was asked for.
   */
  findApplied(
    db: Db,
    organizationId: string,
    subscriptionIds: readonly string[],
  ): Promise<{ subscriptionId: string; applied: AppliedUsageThreshold }[]> {
    return db
      .select({ subscriptionId: subscriptions.id, applied: getTableColumns(appliedUsageThresholds) })
      .from(subscriptions)
      .innerJoin(
        member,
        and(
          eq(member.organizationId, subscriptions.organizationId),
          eq(member.externalId, subscriptions.externalId),
          eq(member.subscriptionAt, subscriptions.subscriptionAt),
        ),
      )
      .innerJoin(appliedUsageThresholds, refersTo(appliedUsageThresholds.subscriptionId, member))
      .innerJoin(invoices, refersTo(appliedUsageThresholds.invoiceId, invoices))
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          isOneOf(subscriptions.id, subscriptionIds),
          ne(invoices.status, 'voided'),
        ),
      )
      .orderBy(appliedUsageThresholds.id);
  },

  insertThresholds(tx: Tx, thresholds: readonly AppliedUsageThreshold[]): Promise<void> {
    return insertAll(tx, appliedUsageThresholds, thresholds);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const invoiceIds = idsOfInvoicesOf(tx, organizationId, customerIds);
    await tx
      .delete(appliedUsageThresholds)
      .where(
        and(
          eq(appliedUsageThresholds.organizationId, organizationId),
          isOneOf(appliedUsageThresholds.invoiceId, invoiceIds),
        ),
      );
  },
};

function rowsOf(queries: readonly ProgressiveQuery[]): string {
  return JSON.stringify(queries.map((query, position) => ({ ...query, position })));
}
