import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { customers } from '../../customers/records/customer.table.js';
import { type TestFilter, testConditions } from '../../customers/records/test-filter.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import { plans } from '../../plans/plan.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import { walletTransactions } from '../../wallets/records/wallet-transaction.table.js';
import { wallets } from '../../wallets/records/wallet.table.js';
import type { MonthRange } from './report.repository.js';

/** The settled transactions of wallets to add up. Null stands for all. */
export interface PrepaidCreditQuery {
  readonly scopeId: string | null;
  readonly currency: string | null;
  readonly months: MonthRange;
  /** The customers whose wallets count. */
  readonly counted: TestFilter;
}

/** Settled amounts of a month and a currency, in integer text. */
export interface PrepaidCreditFigure {
  readonly month: string;
  readonly currency: string;
  readonly purchased: string;
  readonly granted: string;
  readonly consumed: string;
  readonly voided: string;
}

/** How many there are now. */
export interface DashboardSummary {
  readonly customersCount: number;
  readonly plansCount: number;
  readonly activeSubscriptionsCount: number;
  readonly activeWalletsCount: number;
  readonly draftInvoicesCount: number;
  readonly overdueInvoicesCount: number;
}

/** What a customer has not paid in time, in one currency. */
export interface CustomerOverdueBalance {
  readonly customerId: string;
  readonly currency: string;
  readonly amountCents: bigint;
}

/** A table of what customers own. */
type OwnedTable = typeof subscriptions | typeof wallets | typeof invoices;

/** Reads what dashboards show beside the reports. */
export const dashboardRepository = {
  /** Adds up settled transactions of wallets by month and currency, in this order. */
  prepaidCredits(
    db: Db,
    organizationId: string,
    { scopeId, currency, months, counted }: PrepaidCreditQuery,
  ): Promise<PrepaidCreditFigure[]> {
    const { settledAt, transactionStatus, amountCents, voidedInvoiceId } = walletTransactions;
    const zone = sql`coalesce(${customers.timezone}, ${billingEntities.timezone})`;
    const month = sql`date_trunc('month', ${settledAt} at time zone ${zone})::date`;
    const total = (condition: SQL) => sql`coalesce(sum(${amountCents}) filter (where ${condition}), 0)`;
    const isGivenBack = sql`${voidedInvoiceId} is not null`;
    const where = and(
      eq(walletTransactions.organizationId, organizationId),
      isNotNull(settledAt),
      eq(walletTransactions.status, 'settled'),
      ...testConditions(db, organizationId, walletTransactions.customerId, counted),
      // The index finds instants; no zone is more than a day away from UTC.
      ifGiven(months.first, (first) => sql`${settledAt} >= ${first}::date - interval '1 day'`),
      ifGiven(months.last, (last) => sql`${settledAt} < ${last}::date + interval '1 month 1 day'`),
      ifGiven(months.first, (first) => sql`${month} >= ${first}::date`),
      ifGiven(months.last, (last) => sql`${month} <= ${last}::date`),
      ifGiven(currency, (only) => eq(wallets.currency, only)),
      ifGiven(
        scopeId,
        (only) =>
          sql`coalesce(${walletTransactions.billingEntityId}, ${customers.billingEntityId}) = ${only}`,
      ),
    );
    return queryRows<PrepaidCreditFigure>(
      db,
      sql`
        select to_char(${month}, 'YYYY-MM-DD') as month, ${wallets.currency} as currency,
          ${total(sql`${transactionStatus} = 'purchased'`)}::text as purchased,
          ${total(sql`${transactionStatus} = 'granted' and not (${isGivenBack})`)}::text as granted,
          (${total(sql`${transactionStatus} = 'invoiced'`)} - ${total(isGivenBack)})::text as consumed,
          ${total(sql`${transactionStatus} = 'voided'`)}::text as voided
        from ${walletTransactions}
        join ${wallets} on ${refersTo(walletTransactions.walletId, wallets)}
        join ${customers} on ${refersTo(walletTransactions.customerId, customers)}
        join ${billingEntities} on ${refersTo(customers.billingEntityId, billingEntities)}
        where ${where}
        group by ${month}, ${wallets.currency}
        order by ${month}, ${wallets.currency}`,
    );
  },

  async summary(db: Db, organizationId: string, counted: TestFilter): Promise<DashboardSummary> {
    const count = (table: SQL, condition: SQL | undefined) =>
      sql`(select count(*)::integer from ${table} where ${condition})`;
    const owned = (table: OwnedTable, ...conditions: SQL[]) =>
      count(
        sql`${table}`,
        and(
          eq(table.organizationId, organizationId),
          ...testConditions(db, organizationId, table.customerId, counted),
          ...conditions,
        ),
      );
    const [summary] = await queryRows<DashboardSummary>(
      db,
      sql`select
        ${count(
          sql`${customers}`,
          and(
            eq(customers.organizationId, organizationId),
            isNull(customers.deletedAt),
            ...testConditions(db, organizationId, customers.id, counted),
          ),
        )} as "customersCount",
        ${count(
          sql`${plans}`,
          and(eq(plans.organizationId, organizationId), isNull(plans.parentId), isNull(plans.deletedAt)),
        )} as "plansCount",
        ${owned(subscriptions, eq(subscriptions.status, 'active'))} as "activeSubscriptionsCount",
        ${owned(wallets, eq(wallets.status, 'active'))} as "activeWalletsCount",
        ${owned(invoices, eq(invoices.status, 'draft'))} as "draftInvoicesCount",
        ${owned(invoices, eq(invoices.paymentOverdue, true), eq(invoices.selfBilled, false))}
          as "overdueInvoicesCount"`,
    );
    if (summary === undefined) throw new Error('The summary is one row.');
    return summary;
  },

  /** What customers have not paid in time, by currency. Source: payments.md §9. */
  async overdueBalances(
    db: Db,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<CustomerOverdueBalance[]> {
    const { currency, totalAmountCents, totalPaidAmountCents, totalOffsetAmountCents } = invoices;
    return db
      .select({
        customerId: invoices.customerId,
        currency,
        amountCents:
          sql`sum(${totalAmountCents} - ${totalPaidAmountCents} - ${totalOffsetAmountCents})`.mapWith(BigInt),
      })
      .from(invoices)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          isOneOf(invoices.customerId, customerIds),
          eq(invoices.paymentOverdue, true),
          eq(invoices.selfBilled, false),
        ),
      )
      .groupBy(invoices.customerId, currency)
      .orderBy(currency);
  },
};
