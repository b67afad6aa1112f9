import { and, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { columnNames, jsonRows } from '../../../platform/db/statements/json-rows.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { customers } from '../../customers/records/customer.table.js';
import { type TestFilter, testConditions } from '../../customers/records/test-filter.js';
import { type Invoice, invoices } from '../../invoices/records/invoice.table.js';
import {
  type MRR_REPORTS,
  NO_CLOCK,
  type Report,
  reportEntries,
  type ReportEntry,
  reportTotals,
  type WeeklyFeeTotal,
  weeklyFeeTotals,
} from './report.table.js';

/** The rows of reports to read. Null stands for all. */
export interface FigureQuery<Name extends Report = Report> {
  readonly report: Name;
  readonly key: string | null;
  readonly scopeId: string | null;
  readonly currency: string | null;
  readonly months: MonthRange;
  /** The customers whose documents count. */
  readonly counted: TestFilter;
}

/** First days of months, both inclusive; null: without bound. */
export interface MonthRange {
  readonly first: string | null;
  readonly last: string | null;
}

/** A report without fractions: every divisor is 1. */
export type SumReport = Exclude<Report, FractionReport>;

export type FractionReport = (typeof MRR_REPORTS)[number];

/** A row of a report without fractions, which is shown as it is. */
export interface SumFigure {
  readonly month: string;
  readonly currency: string;
  /** What distinguishes it from the other rows of its month and currency. */
  readonly word: string;
  /** Integer text: the sum, rounded once. */
  readonly amountCents: string;
  readonly invoicesCount: number;
}

/** A part of a row of a report with fractions. `amount` is decimal text and counts divided by `divisor`. */
export type FractionFigure = Pick<ReportEntry, 'scopeId' | 'month' | 'currency' | 'divisor' | 'amount'> & {
  readonly itemsCount: number;
};

/** The invoices that are overdue, to read. Null stands for all. */
export interface OverdueQuery {
  readonly externalCustomerId: string | null;
  readonly billingEntityId: string | null;
  readonly currency: string | null;
  readonly months: MonthRange;
  /** The customers whose invoices count. */
  readonly counted: TestFilter;
}

/** What is left to be paid of the overdue invoices of a month, a currency and a billing entity. */
export interface OverdueFigure {
  readonly month: string;
  readonly currency: string;
  readonly billingEntityId: string;
  readonly amountCents: string;
  /** By due date. */
  readonly invoiceIds: readonly string[];
}

/** The finalized invoices of one customer to add up. */
export interface CustomerCollectionQuery {
  readonly customerId: string;
  /** Null: any. */
  readonly currency: string | null;
}

/** The finalized invoices of a month, a currency and a payment status. */
export interface CollectionFigure {
  readonly month: string;
  readonly currency: string;
  readonly paymentStatus: Invoice['paymentStatus'];
  readonly invoicesCount: number;
  readonly amountCents: string;
}

const FIGURE_COLUMNS = sql.join(columnNames(reportTotals), sql`, `);
const ROW = sql.raw('organization_id, test_clock_id, report, key, month, currency, scope_id, divisor');
const SUMS = sql.raw(
  'sum(amount) as amount, sum(invoices_count) as invoices_count, sum(items_count) as items_count',
);

const WEEKLY_COLUMNS = sql.join(columnNames(weeklyFeeTotals), sql`, `);

export const reportRepository = {
  /** Appends entries with one statement. */
  async append(tx: Tx, entries: readonly ReportEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await tx.execute(sql`
      insert into ${reportEntries} (${FIGURE_COLUMNS})
      select ${FIGURE_COLUMNS} from ${jsonRows(reportTotals, entries)}`);
  },

  /** Adds to the weekly fees of subscriptions, in the order given. @returns the new totals. */
  addWeekly(tx: Tx, changes: readonly WeeklyFeeTotal[]): Promise<WeeklyFeeTotal[]> {
    return queryRows<WeeklyFeeTotal>(
      tx,
      sql`
        insert into ${weeklyFeeTotals} as total (${WEEKLY_COLUMNS})
        select ${WEEKLY_COLUMNS} from ${jsonRows(weeklyFeeTotals, changes)}
        on conflict on constraint weekly_fee_totals_row do update set
          amount = total.amount + excluded.amount, fees_count = total.fees_count + excluded.fees_count
        returning organization_id as "organizationId", test_clock_id as "testClockId", report, scope_id as "scopeId",
          external_subscription_id as "externalSubscriptionId", to_char(month, 'YYYY-MM-DD') as month, currency,
          amount::text as amount, fees_count as "feesCount"`,
    );
  },

  /** The organizations with entries. */
  async organizationIds(db: Db): Promise<string[]> {
    const rows = await db
      .selectDistinct({ organizationId: reportEntries.organizationId })
      .from(reportEntries);
    return rows.map(({ organizationId }) => organizationId);
  },

  /**
   * Moves the oldest entries that no other transaction is moving to the totals.
   * @param organizationId null: of all organizations.
   * @returns how many.
   */
  async fold(tx: Tx, organizationId: string | null, limit: number): Promise<number> {
    const owned =
      organizationId === null ? sql`` : sql`where ${eq(reportEntries.organizationId, organizationId)}`;
    const rows = await queryRows<{ moved: number }>(
      tx,
      sql`
        with moved as (
          delete from ${reportEntries} where sequence in (
            select sequence from ${reportEntries} ${owned} order by sequence limit ${limit} for update skip locked
          ) returning *
        ), added as (
          insert into ${reportTotals} as total (${ROW}, amount, invoices_count, items_count)
          select ${ROW}, ${SUMS} from moved group by ${ROW}
          on conflict on constraint report_totals_row do update set
            amount = total.amount + excluded.amount,
            invoices_count = total.invoices_count + excluded.invoices_count,
            items_count = total.items_count + excluded.items_count
        )
        select count(*)::integer as moved from moved`,
    );
    return onlyRow(rows).moved;
  },

  /**
   * The rows of a report without fractions, by month, currency and the column that distinguishes them: its totals and the entries
   * that are not in them yet, as of one moment. Rows without any document are omitted. Postgres rounds half away from zero.
   */
  sums(
    db: Db,
    organizationId: string,
    query: FigureQuery<SumReport>,
    distinguishing: 'key' | 'scopeId',
  ): Promise<SumFigure[]> {
    const word = { key: sql`key`, scopeId: sql`scope_id::text` }[distinguishing];
    return queryRows<SumFigure>(
      db,
      sql`
        select to_char(month, 'YYYY-MM-DD') as month, currency, word, round(sum(amount))::text as "amountCents",
          sum(invoices_count)::float8 as "invoicesCount"
        from (${rowsOf(organizationId, query, sql`month, currency, ${word} as word, amount, invoices_count, items_count`)})
          as figure
        group by figure.month, currency, word having sum(items_count) <> 0
        order by figure.month, currency collate "C", word collate "C"`,
    );
  },

  /** The parts of the rows of a report with fractions, likewise; one for each divisor, in no order. */
  fractions(db: Db, organizationId: string, query: FigureQuery<FractionReport>): Promise<FractionFigure[]> {
    return queryRows<FractionFigure>(
      db,
      sql`
        select scope_id as "scopeId", to_char(month, 'YYYY-MM-DD') as month, currency, divisor,
          sum(amount)::text as amount, sum(items_count)::float8 as "itemsCount"
        from (${rowsOf(organizationId, query, sql`scope_id, month, currency, divisor, amount, items_count`)}) as figure
        group by scope_id, figure.month, currency, divisor`,
    );
  },

  /** Finalized invoices of a customer by month, currency and payment status. Source: analytics.md §1, §5. */
  collections(
    db: Db,
    organizationId: string,
    { customerId, currency }: CustomerCollectionQuery,
  ): Promise<CollectionFigure[]> {
    const month = sql`date_trunc('month', ${invoices.issuingDate})::date`;
    const where = and(
      eq(invoices.organizationId, organizationId),
      eq(invoices.customerId, customerId),
      eq(invoices.status, 'finalized'),
      eq(invoices.selfBilled, false),
      isNull(invoices.paymentDisputeLostAt),
      ifGiven(currency, (only) => eq(invoices.currency, only)),
    );
    return queryRows<CollectionFigure>(
      db,
      sql`
        select to_char(${month}, 'YYYY-MM-DD') as month, ${invoices.currency} as currency,
          ${invoices.paymentStatus} as "paymentStatus", count(*)::integer as "invoicesCount",
          sum(${invoices.totalAmountCents})::text as "amountCents"
        from ${invoices} where ${where} group by 1, 2, 3 order by 1, 2, 3`,
    );
  },

  /** Overdue invoices by month of the due date, currency and billing entity. Source: analytics.md §5. */
  overdue(db: Db, organizationId: string, query: OverdueQuery): Promise<OverdueFigure[]> {
    const { externalCustomerId, billingEntityId, currency, months, counted } = query;
    const month = sql`date_trunc('month', ${invoices.paymentDueDate})::date`;
    const where = and(
      eq(invoices.organizationId, organizationId),
      // The literals are those of the index `invoices_overdue`.
      sql`${invoices.paymentOverdue} and not ${invoices.selfBilled}`,
      ...testConditions(db, organizationId, invoices.customerId, counted),
      ifGiven(months.first, (first) => gte(invoices.paymentDueDate, first)),
      ifGiven(months.last, (last) => sql`${invoices.paymentDueDate} < ${last}::date + interval '1 month'`),
      ifGiven(currency, (only) => eq(invoices.currency, only)),
      ifGiven(billingEntityId, (only) => eq(invoices.billingEntityId, only)),
      ifGiven(
        externalCustomerId,
        (only) => sql`${invoices.customerId} = ${idOfLiveCustomer(organizationId, only)}`,
      ),
    );
    return queryRows<OverdueFigure>(
      db,
      sql`
        select to_char(${month}, 'YYYY-MM-DD') as month, ${invoices.currency} as currency,
          ${invoices.billingEntityId} as "billingEntityId",
          sum(${invoices.totalAmountCents} - ${invoices.totalPaidAmountCents} - ${invoices.totalOffsetAmountCents})::text
            as "amountCents",
          array_agg(${invoices.id} order by ${invoices.paymentDueDate}, ${invoices.id}) as "invoiceIds"
        from ${invoices} where ${where}
        group by ${month}, ${invoices.currency}, ${invoices.billingEntityId}`,
    );
  },

  /** The id of the customer that has an external id and is not deleted; null if none has. */
  async findLiveCustomer(db: Db, organizationId: string, externalId: string): Promise<string | null> {
    const [found] = await db
      .select({ id: customers.id })
      .from(customers)
      .where(liveCustomer(organizationId, externalId));
    return found?.id ?? null;
  },

  /** Deletes the figures of a test clock. Entries first: once those that are being folded are in the totals, they are found there. */
  async deleteOfClock(tx: Tx, organizationId: string, testClockId: string): Promise<void> {
    for (const table of [reportEntries, reportTotals, weeklyFeeTotals]) {
      await tx
        .delete(table)
        .where(and(eq(table.organizationId, organizationId), eq(table.testClockId, testClockId)));
    }
  },
};

/** The totals of a report and its entries, as one statement reads them. */
function rowsOf(organizationId: string, query: FigureQuery, columns: SQL): SQL {
  const rowsIn = (table: typeof reportTotals | typeof reportEntries) =>
    sql`select ${columns} from ${table} where ${figureConditions(table, organizationId, query)}`;
  return sql`${rowsIn(reportTotals)} union all ${rowsIn(reportEntries)}`;
}

function figureConditions(
  table: typeof reportTotals | typeof reportEntries,
  organizationId: string,
  { report, key, scopeId, currency, months, counted }: FigureQuery,
): SQL | undefined {
  return and(
    eq(table.organizationId, organizationId),
    counted.test === false ? eq(table.testClockId, NO_CLOCK) : undefined,
    ifGiven(counted.testClockId, (only) => eq(table.testClockId, only)),
    eq(table.report, report),
    ifGiven(key, (only) => eq(table.key, only)),
    ifGiven(scopeId, (only) => eq(table.scopeId, only)),
    ifGiven(currency, (only) => eq(table.currency, only)),
    ifGiven(months.first, (first) => gte(table.month, first)),
    ifGiven(months.last, (last) => lte(table.month, last)),
  );
}

function liveCustomer(organizationId: string, externalId: string): SQL | undefined {
  return and(
    eq(customers.organizationId, organizationId),
    eq(customers.externalId, externalId),
    isNull(customers.deletedAt),
  );
}

function idOfLiveCustomer(organizationId: string, externalId: string): SQL {
  return sql`(select ${customers.id} from ${customers} where ${liveCustomer(organizationId, externalId)})`;
}
