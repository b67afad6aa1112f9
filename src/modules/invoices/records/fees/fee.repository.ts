import {
  and,
  desc,
  eq,
  gt,
  gte,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import type { Period } from '../../../../core/time/period.js';
import { isOneOf } from '../../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../../platform/db/database.js';
import { compiledQuery } from '../../../../platform/db/writing/compiled-query.js';
import { insertAll } from '../../../../platform/db/statements/insert-all.js';
import { updateAll } from '../../../../platform/db/statements/update-all.js';
import { refersTo } from '../../../../platform/db/tables/tenant-keys.js';
import { ifGiven, inRange } from '../../../../platform/paging/filter-conditions.js';
import { comparisons } from '../../../../platform/paging/comparisons.js';
import { orderingOf } from '../../../../platform/paging/list-orders.js';
import type { Page, PageRequest } from '../../../../platform/paging/page.js';
import { pageOfTable } from '../../../../platform/paging/page-of-table.js';
import { pagesByParent } from '../../../../platform/paging/pages-by-parent.js';
import { containsText } from '../../../../platform/paging/search.js';
import { idOfCustomerNamed, idsOfCustomersWith } from '../../../customers/records/customer-lookup.js';
import { charges } from '../../../plans/charges/charge.table.js';
import { subscriptions } from '../../../subscriptions/records/subscription.table.js';
import { idsOfInvoicesOf } from '../invoice-lookup.js';
import { type HistoryQuery, queryTable, matchesQuery, rowsOfQueries } from '../history-query.js';
import type { FeeFilter } from './fee.input.js';
import { appliedTaxes, type Fee, type FeeRows, fees } from './fee.table.js';
import type { InvoicedFee } from './invoiced-fee.js';
import { HIDDEN_INVOICE_STATUSES, type Invoice, invoices } from '../invoice.table.js';
import { feeOrders } from './fee.list.js';
import { isUnfinished, usageEndOfInvoice } from '../unfinished-invoice.repository.js';
import { testConditions } from '../../../customers/records/test-filter.js';

/** The filters and the page of a list of fees. */
export interface FeeQuery {
  readonly filter: FeeFilter;
  readonly search: string | null;
  readonly page: PageRequest;
}

/** Selects fees of a subscription whose windows start between two instants. */
export interface WindowQuery {
  readonly subscriptionId: string;
  readonly between: Period;
  /** The invoice whose fees are excluded; null: none. */
  readonly exceptOn: string | null;
}

/** The total of fees. */
export type FeeTotal = Pick<Fee, 'amountCents' | 'preciseAmountCents'>;

/** The total of the fees with the same window. */
export interface WindowTotal extends FeeTotal, Period {
  /** The index of the query in the list of queries. */
  readonly place: number;
  /** The zone of their invoice; null for standalone fees. */
  readonly timezone: string | null;
}

/** Selects the paid standalone fees to put on an invoice. */
export interface PaidFeeQuery {
  readonly customerIds: readonly string[];
  readonly externalSubscriptionIds: readonly string[];
  /** Only fees whose window has ended by this instant; null: fees of any window. */
  readonly endedBy: Date | null;
}

/** A paid standalone fee, with the external id of its subscription. */
export interface PaidStandaloneFee {
  readonly fee: Fee;
  readonly externalSubscriptionId: string;
}

/** A formerly standalone fee and its place on an invoice. */
export interface PlacedFee {
  readonly feeId: string;
  readonly invoice: Pick<Invoice, 'id' | 'createdAt'>;
  readonly position: number;
}

/** The condition that a fee is on no invoice with one of these statuses. */
const notOnInvoice = (db: Db, organizationId: string, statuses: readonly Invoice['status'][]) =>
  notExists(
    db
      .select({ found: sql`1` })
      .from(invoices)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          eq(invoices.id, fees.invoiceId),
          isOneOf(invoices.status, statuses),
        ),
      ),
  );

/** Hides deleted fees, and fees of other organizations and of hidden invoices (invoices.md §2). */
const visible = (db: Db, organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(
    eq(fees.organizationId, organizationId),
    isNull(fees.deletedAt),
    notOnInvoice(db, organizationId, HIDDEN_INVOICE_STATUSES),
    ...conditions,
  );

/** Fees on invoices, with the zone of their invoice. */
function selectInvoiced(db: Db) {
  return db
    .select({ fee: fees, timezone: invoices.timezone })
    .from(fees)
    .innerJoin(invoices, refersTo(fees.invoiceId, invoices));
}

const lastSubscriptionFees = compiledQuery((db, organizationId: string, requested: string) => {
  const last = db
    .select({ id: fees.id })
    .from(fees)
    .where(
      and(
        eq(fees.organizationId, organizationId),
        matchesQuery(fees.subscriptionId, fees.invoiceId),
        eq(fees.feeType, 'subscription'),
      ),
    )
    .orderBy(desc(fees.createdAt), desc(fees.toAt))
    .limit(1);
  // An array makes Postgres run the subquery once, whatever its statistics, rather than once for each fee.
  const lastIds = sql`array(
      select last.id from ${queryTable(requested)} cross join lateral ${last} as last
    )`;
  return selectInvoiced(db).where(
    and(eq(fees.organizationId, organizationId), sql`${fees.id} = any(${lastIds})`),
  );
});

export const feeRepository = {
  /**
   * What the fees of drafts and untaxed invoices with an amount add up to, with taxes and after coupons, by customer, currency,
   * type, metric, the end of their usage, and whether their taxes are known.
   */
  sumOfDrafts: compiledQuery((db, organizationId: string, customerIds: readonly string[]) => {
    const usageEnd = usageEndOfInvoice(db);
    const isTaxed = sql<boolean>`coalesce(${invoices.taxStatus} = 'succeeded', true)`;
    return db
      .select({
        customerId: fees.customerId,
        currency: fees.currency,
        feeType: fees.feeType,
        billableMetricId: fees.billableMetricId,
        targetWalletCode: fees.targetWalletCode,
        usageEnd: usageEnd.at,
        isTaxed,
        amountCents: sql<string>`sum(${fees.amountCents} + ${fees.taxesAmountCents} - ${fees.preciseCouponsAmountCents})`,
      })
      .from(fees)
      .innerJoin(invoices, refersTo(fees.invoiceId, invoices))
      .leftJoinLateral(usageEnd, sql`true`)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          isOneOf(invoices.customerId, customerIds),
          // No wallet has paid anything of these yet.
          isUnfinished,
          ne(invoices.totalAmountCents, 0n),
        ),
      )
      .groupBy(
        fees.customerId,
        fees.currency,
        fees.feeType,
        fees.billableMetricId,
        fees.targetWalletCode,
        usageEnd.at,
        isTaxed,
      );
  }),

  async find(db: Db, organizationId: string, id: string): Promise<Fee | null> {
    const [fee] = await feeRepository.findVisible(db, organizationId, [id]);
    return fee ?? null;
  },

  findVisible(db: Db, organizationId: string, ids: readonly string[]): Promise<Fee[]> {
    return db
      .select()
      .from(fees)
      .where(visible(db, organizationId, isOneOf(fees.id, ids)));
  },

  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<Fee[]> {
    return db
      .select()
      .from(fees)
      .where(and(eq(fees.organizationId, organizationId), isOneOf(fees.id, ids)));
  },

  /** Standalone fees of a customer whose taxes are not known, in the order of their ids: at most `limit` after one of them. */
  findAwaiting(
    db: Db,
    organizationId: string,
    customerId: string,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<Fee[]> {
    return db
      .select()
      .from(fees)
      .where(
        and(
          eq(fees.organizationId, organizationId),
          eq(fees.customerId, customerId),
          isNull(fees.invoiceId),
          eq(fees.taxList, 'pending'),
          ifGiven(after, (id) => gt(fees.id, id)),
        ),
      )
      .orderBy(fees.id)
      .limit(limit);
  },

  list(db: Db, organizationId: string, query: FeeQuery): Promise<Page<Fee>> {
    return pageOfTable(db, fees, {
      page: query.page,
      ordering: orderingOf(feeOrders, query.page),
      where: visible(db, organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** A page of the fees of each subscription, by its id. */
  listBySubscription(
    db: Db,
    organizationId: string,
    subscriptionIds: readonly string[],
    query: FeeQuery,
  ): Promise<Map<string, Page<Fee>>> {
    return pagesByParent(db, fees, {
      page: query.page,
      parentIds: subscriptionIds,
      belongsTo: (subscriptionId) => eq(fees.subscriptionId, subscriptionId),
      ordering: orderingOf(feeOrders, query.page),
      where: visible(db, organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** The fees of invoices, in the order on each invoice. */
  findByInvoices: compiledQuery((db, organizationId: string, invoiceIds: readonly string[]) =>
    db
      .select()
      .from(fees)
      .where(and(eq(fees.organizationId, organizationId), isOneOf(fees.invoiceId, invoiceIds)))
      .orderBy(fees.position),
  ),

  /** The next fees of invoices, in the order of the ids of the invoices: at most `limit` after one of them. */
  findNextOfInvoices(
    db: Db,
    organizationId: string,
    invoiceIds: readonly string[],
    { after, limit }: { readonly after: Fee | null; readonly limit: number },
  ): Promise<Fee[]> {
    const { invoiceId, position, id } = fees;
    return db
      .select()
      .from(fees)
      .where(
        and(
          eq(fees.organizationId, organizationId),
          isOneOf(invoiceId, invoiceIds),
          ifGiven(
            after,
            (fee) =>
              sql`(${invoiceId}, ${position}, ${id}) > (${fee.invoiceId}::uuid, ${fee.position}::int, ${fee.id}::uuid)`,
          ),
        ),
      )
      .orderBy(invoiceId, position, id)
      .limit(limit);
  },

  /** The true-ups of fees. */
  findTrueUps: compiledQuery((db, organizationId: string, parentIds: readonly string[]) =>
    db
      .select()
      .from(fees)
      .where(and(eq(fees.organizationId, organizationId), isOneOf(fees.trueUpParentFeeId, parentIds))),
  ),

  /** The applied taxes of fees or of invoices, in order of application. */
  findAppliedTaxes: compiledQuery(
    (
      db,
      organizationId: string,
      of: { readonly feeIds: readonly string[] } | { readonly invoiceIds: readonly string[] },
    ) => {
      const owner =
        'feeIds' in of
          ? isOneOf(appliedTaxes.feeId, of.feeIds)
          : isOneOf(appliedTaxes.invoiceId, of.invoiceIds);
      return db
        .select()
        .from(appliedTaxes)
        .where(and(eq(appliedTaxes.organizationId, organizationId), owner))
        .orderBy(appliedTaxes.id);
    },
  ),

  /** The last fee of each subscription for its plan's amount. */
  findLastSubscriptionFees(
    db: Db,
    organizationId: string,
    requested: readonly HistoryQuery[],
  ): Promise<InvoicedFee[]> {
    return lastSubscriptionFees(db, organizationId, rowsOfQueries(requested));
  },

  /** Fees of a subscription for its plan's amount, for windows that end after an instant, oldest first. */
  findPlanFees(
    db: Db,
    organizationId: string,
    { subscriptionId, endingAfter }: { subscriptionId: string; endingAfter: Date },
  ): Promise<InvoicedFee[]> {
    return selectInvoiced(db)
      .where(
        and(
          eq(fees.organizationId, organizationId),
          eq(fees.subscriptionId, subscriptionId),
          eq(fees.feeType, 'subscription'),
          gt(fees.toAt, endingAfter),
        ),
      )
      .orderBy(fees.id);
  },

  /** Fees of fixed charges in advance, for windows that end after an instant. */
  findFixedInAdvance(
    db: Db,
    organizationId: string,
    { subscriptionIds, endingAfter }: { subscriptionIds: readonly string[]; endingAfter: Date },
  ): Promise<InvoicedFee[]> {
    return selectInvoiced(db).where(
      and(
        eq(fees.organizationId, organizationId),
        isOneOf(fees.subscriptionId, subscriptionIds),
        eq(fees.feeType, 'fixed_charge'),
        eq(fees.payInAdvance, true),
        gt(fees.toAt, endingAfter),
        ne(invoices.status, 'voided'),
      ),
    );
  },

  /**
   * Totals of the fees for plan, usage and fixed charges by window, for windows that start between the instants. The usage of
   * progressive invoices is omitted: the invoice of the period bills it again, and is credited for it.
   */
  sumByWindow(db: Db, organizationId: string, requested: readonly WindowQuery[]): Promise<WindowTotal[]> {
    const rows = requested.map(({ subscriptionId, between: { from, to }, exceptOn }, place) => ({
      place,
      subscription_id: subscriptionId,
      from_at: from,
      to_at: to,
      except_on: exceptOn,
    }));
    const from = sql<Date>`${fees.fromAt}`.mapWith(fees.fromAt);
    const to = sql<Date>`${fees.toAt}`.mapWith(fees.toAt);
    return db
      .select({
        place: sql<number>`requested.place`,
        from,
        to,
        timezone: invoices.timezone,
        amountCents: sql`sum(${fees.amountCents})`.mapWith(fees.amountCents),
        preciseAmountCents: sql`sum(${fees.preciseAmountCents})`.mapWith(fees.preciseAmountCents),
      })
      .from(
        sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as requested (
          place int, subscription_id uuid, from_at timestamptz, to_at timestamptz, except_on uuid
        )`,
      )
      .innerJoin(
        fees,
        and(
          eq(fees.organizationId, organizationId),
          eq(fees.subscriptionId, sql`requested.subscription_id`),
          gte(fees.fromAt, sql`requested.from_at`),
          lt(fees.fromAt, sql`requested.to_at`),
          isOneOf(fees.feeType, ['subscription', 'charge', 'fixed_charge']),
          sql`(requested.except_on is null or ${fees.invoiceId} is distinct from requested.except_on)`,
          // Also of fees that exist once a tax provider has answered.
          or(isNull(fees.deletedAt), eq(fees.taxList, 'pending')),
          notOnInvoice(db, organizationId, ['voided']),
        ),
      )
      .leftJoin(invoices, refersTo(fees.invoiceId, invoices))
      .where(sql`${invoices.invoiceType} is distinct from 'progressive_billing'`)
      .groupBy(sql`requested.place`, fees.fromAt, fees.toAt, invoices.timezone);
  },

  findByEvent(
    db: Db,
    organizationId: string,
    { subscriptionId, transactionId }: { subscriptionId: string; transactionId: string },
  ): Promise<Fee[]> {
    return db
      .select()
      .from(fees)
      .where(
        and(
          eq(fees.organizationId, organizationId),
          eq(fees.subscriptionId, subscriptionId),
          eq(fees.eventTransactionId, transactionId),
        ),
      );
  },

  /** Paid standalone fees of charges whose fees are regrouped on an invoice, oldest first. */
  findPaid: compiledQuery(
    (db, organizationId: string, { customerIds, externalSubscriptionIds, endedBy }: PaidFeeQuery) =>
      db
        .select({ fee: fees, externalSubscriptionId: subscriptions.externalId })
        .from(fees)
        .innerJoin(subscriptions, refersTo(fees.subscriptionId, subscriptions))
        .innerJoin(charges, refersTo(fees.chargeId, charges))
        .where(
          and(
            eq(fees.organizationId, organizationId),
            isOneOf(fees.customerId, customerIds),
            isOneOf(subscriptions.externalId, externalSubscriptionIds),
            isNull(fees.invoiceId),
            isNull(fees.deletedAt),
            eq(fees.paymentStatus, 'succeeded'),
            ifGiven(endedBy, (at) => lte(fees.toAt, at)),
            eq(charges.regroupPaidFees, 'invoice'),
          ),
        )
        .orderBy(fees.createdAt, fees.id),
  ),

  /** Puts fees on invoices. */
  async putOnInvoices(tx: Tx, organizationId: string, placed: readonly PlacedFee[]): Promise<void> {
    if (placed.length === 0) return;
    const rows = placed.map(({ feeId, invoice, position }) => ({
      fee_id: feeId,
      invoice_id: invoice.id,
      position,
      at: invoice.createdAt,
    }));
    await tx
      .update(fees)
      .set({ invoiceId: sql`place.invoice_id`, position: sql`place.position`, updatedAt: sql`place.at` })
      .from(
        sql`json_to_recordset(${JSON.stringify(rows)}::text::json)
          as place (fee_id uuid, invoice_id uuid, position integer, at timestamptz)`,
      )
      .where(and(eq(fees.organizationId, organizationId), sql`${fees.id} = place.fee_id`));
  },

  async update(tx: Tx, organizationId: string, { id, ...fee }: Fee): Promise<void> {
    await tx
      .update(fees)
      .set(fee)
      .where(and(eq(fees.organizationId, organizationId), eq(fees.id, id)));
  },

  updateAll(tx: Tx, rows: readonly Fee[]): Promise<void> {
    return updateAll(tx, fees, rows);
  },

  async updateOfInvoice(
    tx: Tx,
    organizationId: string,
    invoiceId: string,
    changes: Partial<Fee>,
  ): Promise<void> {
    await tx
      .update(fees)
      .set(changes)
      .where(and(eq(fees.organizationId, organizationId), eq(fees.invoiceId, invoiceId)));
  },

  async insert(tx: Tx, created: readonly FeeRows[]): Promise<void> {
    await insertAll(
      tx,
      fees,
      created.flatMap((each) => each.fees),
    );
    await insertAll(
      tx,
      appliedTaxes,
      created.flatMap((each) => each.appliedTaxes),
    );
  },

  /** Deletes the rows of fees of drafts, and of the taxes of the fees and drafts. */
  async deleteOfInvoices(tx: Tx, organizationId: string, invoiceIds: readonly string[]): Promise<void> {
    const ofInvoices = and(eq(fees.organizationId, organizationId), isOneOf(fees.invoiceId, invoiceIds));
    const feeIds = tx.select({ id: fees.id }).from(fees).where(ofInvoices);
    await deleteTaxes(tx, organizationId, feeIds, isOneOf(appliedTaxes.invoiceId, invoiceIds));
    await tx.delete(fees).where(ofInvoices);
  },

  /** Deletes the taxes of an invoice and of its fees. */
  async deleteTaxesOfInvoice(tx: Tx, organizationId: string, invoiceId: string): Promise<void> {
    const ofInvoice = and(eq(fees.organizationId, organizationId), eq(fees.invoiceId, invoiceId));
    const feeIds = tx.select({ id: fees.id }).from(fees).where(ofInvoice);
    await deleteTaxes(tx, organizationId, feeIds, eq(appliedTaxes.invoiceId, invoiceId));
  },

  /** Deletes the rows of fees, and of the taxes of fees and invoices. */
  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = and(eq(fees.organizationId, organizationId), isOneOf(fees.customerId, customerIds));
    const feeIds = tx.select({ id: fees.id }).from(fees).where(ofCustomers);
    const invoiceIds = idsOfInvoicesOf(tx, organizationId, customerIds);
    await deleteTaxes(tx, organizationId, feeIds, sql`${appliedTaxes.invoiceId} = any(array(${invoiceIds}))`);
    await tx.delete(fees).where(ofCustomers);
  },
};

/**
 * Deletes the taxes of the fees that a query finds, and of invoices. The ids found are made an array, so that Postgres uses
 * the indexes of both columns: with a subquery it would read all taxes.
 */
async function deleteTaxes(
  tx: Tx,
  organizationId: string,
  feeIds: SQLWrapper,
  ofInvoices: SQL,
): Promise<void> {
  await tx
    .delete(appliedTaxes)
    .where(
      and(
        eq(appliedTaxes.organizationId, organizationId),
        or(sql`${appliedTaxes.feeId} = any(array(${feeIds}))`, ofInvoices),
      ),
    );
}

/** Source: fees.md §6, rest-conventions.md §7. */
function conditionsOf(
  db: Db,
  organizationId: string,
  { filter, search }: Pick<FeeQuery, 'filter' | 'search'>,
): (SQL | undefined)[] {
  return [
    ...comparisons(feeOrders, filter),
    ...testConditions(db, organizationId, fees.customerId, filter),
    ifGiven(filter.externalCustomerId, (externalId) =>
      isOneOf(fees.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
    ifGiven(filter.externalSubscriptionId, (externalId) =>
      isOneOf(
        fees.subscriptionId,
        db
          .select({ id: subscriptions.id })
          .from(subscriptions)
          .where(
            and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.externalId, externalId)),
          ),
      ),
    ),
    ifGiven(filter.feeType, (type) => eq(fees.feeType, type)),
    ifGiven(filter.paymentStatus, (status) => eq(fees.paymentStatus, status)),
    ifGiven(filter.billableMetricCode, (code) => and(eq(fees.feeType, 'charge'), eq(fees.itemCode, code))),
    ifGiven(filter.currency, (currency) => eq(fees.currency, currency)),
    ifGiven(filter.eventTransactionId, (id) => eq(fees.eventTransactionId, id)),
    ...inRange(fees.createdAt, filter.createdAtFrom, filter.createdAtTo),
    ...inRange(fees.succeededAt, filter.succeededAtFrom, filter.succeededAtTo),
    ...inRange(fees.failedAt, filter.failedAtFrom, filter.failedAtTo),
    ...inRange(fees.refundedAt, filter.refundedAtFrom, filter.refundedAtTo),
    ifGiven(search, (term) =>
      or(
        containsText([fees.itemCode, fees.itemName, fees.invoiceDisplayName], term),
        isOneOf(fees.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
  ];
}
