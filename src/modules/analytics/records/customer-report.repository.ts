import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { fees } from '../../invoices/records/fees/fee.table.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { plans } from '../../plans/plan.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import type { MonthRange, SumFigure } from './report.repository.js';
import { reportEntries, reportTotals } from './report.table.js';
import type { PlanFee } from './reported-fee.repository.js';

/** The figures of customers to read. Null stands for all. */
export interface CustomerFigureQuery {
  readonly customerIds: readonly string[];
  readonly currency: string | null;
  readonly months: MonthRange;
}

/** Fees for plans' amounts that are recurring revenue of the same months, added up. */
export interface CustomerPlanFees extends Omit<PlanFee, 'soldPlanId' | 'billingEntityId' | 'testClockId'> {
  readonly customerId: string;
  readonly feesCount: number;
}

/** Of weekly fees, each subscription has a mean; longer intervals have months that depend on each fee. */
const countedApart = sql`
  case when ${plans.interval} = 'weekly' then ${subscriptions.externalId}
    when ${plans.interval} <> 'monthly' then ${fees.id}::text end`;
const issuingMonth = sql<string>`date_trunc('month', ${invoices.issuingDate})`;

/** Reads what reports tell of customers. */
export const customerReportRepository = {
  /**
   * Gross revenue by customer, month, currency and billing entity, which is the word of the figures.
   * @param testClockIds the test clocks of the customers, or `NO_CLOCK`.
   */
  revenue(
    db: Db,
    organizationId: string,
    { customerIds, currency, months }: CustomerFigureQuery,
    testClockIds: readonly string[],
  ): Promise<(SumFigure & { readonly customerId: string })[]> {
    const rowsIn = (table: typeof reportTotals | typeof reportEntries) => sql`
      select key, month, currency, scope_id::text as word, amount, invoices_count, items_count from ${table}
      where ${and(
        eq(table.organizationId, organizationId),
        isOneOf(table.testClockId, testClockIds),
        eq(table.report, 'customer_revenue'),
        isOneOf(table.key, customerIds),
        ifGiven(currency, (only) => eq(table.currency, only)),
        ifGiven(months.first, (first) => gte(table.month, first)),
        ifGiven(months.last, (last) => lte(table.month, last)),
      )}`;
    return queryRows<SumFigure & { readonly customerId: string }>(
      db,
      sql`
        select key as "customerId", to_char(month, 'YYYY-MM-DD') as month, currency, word,
          round(sum(amount))::text as "amountCents", sum(invoices_count)::float8 as "invoicesCount"
        from (${rowsIn(reportTotals)} union all ${rowsIn(reportEntries)}) as figure
        group by key, figure.month, currency, word having sum(items_count) <> 0
        order by figure.month, currency collate "C", word collate "C"`,
    );
  },

  /** The fees of customers for plans' amounts that reports count. */
  planFees(
    db: Db,
    organizationId: string,
    { customerIds, currency, months }: CustomerFigureQuery,
  ): Promise<CustomerPlanFees[]> {
    // All fees of one group count in the same months.
    return db
      .select({
        customerId: invoices.customerId,
        amountCents: sql`sum(${fees.amountCents})`.mapWith(BigInt),
        preciseCouponsAmountCents: sql<string>`sum(${fees.preciseCouponsAmountCents})::text`,
        taxesAmountCents: sql`sum(${fees.taxesAmountCents})`.mapWith(BigInt),
        feesCount: sql<number>`count(*)::integer`,
        payInAdvance: sql<boolean>`bool_and(${fees.payInAdvance})`,
        fromAt: sql`min(${fees.fromAt})`.mapWith(fees.fromAt),
        toAt: sql`min(${fees.toAt})`.mapWith(fees.toAt),
        currency: fees.currency,
        issuingDate: sql<string>`to_char(min(${invoices.issuingDate}), 'YYYY-MM-DD')`,
        timezone: sql<string>`min(${invoices.timezone})`,
        externalSubscriptionId: sql<string>`min(${subscriptions.externalId})`,
        billingTime: sql`min(${subscriptions.billingTime})`.mapWith(subscriptions.billingTime),
        subscriptionAt: sql`min(${subscriptions.subscriptionAt})`.mapWith(subscriptions.subscriptionAt),
        interval: plans.interval,
      })
      .from(invoices)
      .innerJoin(fees, refersTo(fees.invoiceId, invoices))
      .innerJoin(subscriptions, refersTo(fees.subscriptionId, subscriptions))
      .innerJoin(plans, refersTo(subscriptions.planId, plans))
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          isOneOf(invoices.customerId, customerIds),
          eq(invoices.status, 'finalized'),
          eq(invoices.selfBilled, false),
          isNull(invoices.paymentDisputeLostAt),
          eq(fees.feeType, 'subscription'),
          ifGiven(currency, (only) => eq(fees.currency, only)),
          // A fee counts in twelve months at most, of which none is later than eleven months after its invoice.
          ifGiven(
            months.first,
            (first) => sql`${invoices.issuingDate} >= ${first}::date - interval '13 months'`,
          ),
        ),
      )
      .groupBy(invoices.customerId, fees.currency, plans.interval, issuingMonth, countedApart);
  },
};
