import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db } from '../../platform/db/database.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { fetchPage, type Ordering } from '../../platform/paging/fetch-page.js';
import { type ListOrders, orderingOf } from '../../platform/paging/list-orders.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import { type BillableMetric, billableMetrics } from '../billable-metrics/billable-metric.table.js';
import { customers } from '../customers/records/customer.table.js';
import { type Fee, fees } from '../invoices/records/fees/fee.table.js';
import { billingPeriods, USAGE_REASONS, invoices } from '../invoices/records/invoice.table.js';
import { type Charge, charges } from '../plans/charges/charge.table.js';
import { subscriptions } from '../subscriptions/records/subscription.table.js';

/** The subscriptions whose billed periods are listed, and the page. */
export interface PastUsageQuery {
  readonly customer: { readonly id: string } | { readonly externalId: string };
  readonly externalSubscriptionId: string;
  /** Only this number of latest periods; null: all. */
  readonly periodsCount: number | null;
  /** Comparisons of fields that the list can be sorted by. */
  readonly filter: object;
  readonly page: PageRequest;
}

/** A billed charges window, with its invoice. */
export interface BilledUsage {
  readonly id: string;
  readonly subscriptionId: string;
  readonly from: Date;
  readonly to: Date;
  readonly invoiceId: string;
  /** True if the invoice may be shown. */
  readonly isIssued: boolean;
  readonly issuingDate: string;
  readonly currency: string;
  readonly feesAmountCents: bigint;
  /** Of all fees of the invoice. */
  readonly taxesAmountCents: bigint;
}

/** Selects the fees of charges on some invoices for some subscriptions. */
interface BilledFeesQuery {
  readonly invoiceIds: readonly string[];
  readonly subscriptionIds: readonly string[];
  /** Null: of every metric. */
  readonly billableMetricId: string | null;
}

/** A fee of a charge, with the charge, deleted or not. */
export interface BilledFee {
  readonly fee: Fee;
  readonly charge: Charge;
  readonly metric: BillableMetric;
}

function byStart(direction: 'asc' | 'desc'): Ordering<BilledUsage> {
  return [
    {
      column: billingPeriods.chargesFrom,
      direction,
      type: 'timestamptz',
      value: ({ from }) => from.toISOString(),
    },
    { column: billingPeriods.id, direction: 'asc', type: 'uuid', value: ({ id }) => id },
  ];
}

/** Not in a `.list.ts`: one subscription has few periods, which are sorted without an index of their own. */
export const pastUsageOrders: ListOrders<BilledUsage> = {
  standard: byStart('desc'),
  fields: { from: byStart('asc') },
};

const columns = {
  id: billingPeriods.id,
  subscriptionId: billingPeriods.subscriptionId,
  from: sql`${billingPeriods.chargesFrom}`.mapWith(billingPeriods.createdAt),
  to: sql`${billingPeriods.chargesTo}`.mapWith(billingPeriods.createdAt),
  invoiceId: billingPeriods.invoiceId,
  isIssued: sql<boolean>`${invoices.status} not in ('open', 'closed', 'deleted')`,
  issuingDate: invoices.issuingDate,
  currency: invoices.currency,
  feesAmountCents: invoices.feesAmountCents,
  taxesAmountCents: sql`(
    select coalesce(sum(${fees.taxesAmountCents}), 0) from ${fees}
    where ${refersTo(fees.invoiceId, invoices)} and ${fees.deletedAt} is null
  )`.mapWith(fees.taxesAmountCents),
};

/** A query for billed windows with usage, each with its invoice and subscription. */
function billed(db: Db, where: SQL | undefined) {
  return db
    .select(columns)
    .from(billingPeriods)
    .innerJoin(invoices, refersTo(billingPeriods.invoiceId, invoices))
    .innerJoin(subscriptions, refersTo(billingPeriods.subscriptionId, subscriptions))
    .innerJoin(customers, refersTo(subscriptions.customerId, customers))
    .where(where)
    .$dynamic();
}

export const pastUsageRepository = {
  /** The billed usage of all subscriptions that had the external id, latest first. */
  list(db: Db, organizationId: string, query: PastUsageQuery): Promise<Page<BilledUsage>> {
    const { customer, externalSubscriptionId, periodsCount, filter, page } = query;
    const requested = and(
      eq(billingPeriods.organizationId, organizationId),
      isOneOf(billingPeriods.invoicingReason, USAGE_REASONS),
      // An invoice at the start of a subscription has an empty window.
      sql`${billingPeriods.chargesFrom} < ${billingPeriods.chargesTo}`,
      sql`${invoices.status} <> 'voided'`,
      eq(subscriptions.externalId, externalSubscriptionId),
      'id' in customer ? eq(customers.id, customer.id) : eq(customers.externalId, customer.externalId),
      isNull(customers.deletedAt),
    );
    const latest = ifGiven(periodsCount, (count) =>
      isOneOf(
        billingPeriods.id,
        sql`(select id from (${billed(db, requested)
          .orderBy(desc(billingPeriods.chargesFrom), billingPeriods.id)
          .limit(count)}) as latest)`,
      ),
    );
    return fetchPage(page, {
      ordering: orderingOf(pastUsageOrders, page),
      where: and(requested, latest, ...comparisons(pastUsageOrders, filter)),
      rows: (slice) =>
        billed(db, slice.where)
          .orderBy(...slice.orderBy)
          .limit(slice.limit)
          .offset(slice.offset),
      count: (where) => db.$count(billed(db, where).as('counted')),
    });
  },

  /** In the order of each invoice. */
  findFees(
    db: Db,
    organizationId: string,
    { invoiceIds, subscriptionIds, billableMetricId }: BilledFeesQuery,
  ): Promise<BilledFee[]> {
    return db
      .select({ fee: fees, charge: charges, metric: billableMetrics })
      .from(fees)
      .innerJoin(charges, refersTo(fees.chargeId, charges))
      .innerJoin(billableMetrics, refersTo(fees.billableMetricId, billableMetrics))
      .where(
        and(
          eq(fees.organizationId, organizationId),
          isOneOf(fees.invoiceId, invoiceIds),
          isOneOf(fees.subscriptionId, subscriptionIds),
          ifGiven(billableMetricId, (id) => eq(fees.billableMetricId, id)),
          isNull(fees.deletedAt),
        ),
      )
      .orderBy(fees.position);
  },
};
