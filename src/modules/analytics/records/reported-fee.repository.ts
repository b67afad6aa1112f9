import { and, eq, sql } from 'drizzle-orm';
import { customers } from '../../customers/records/customer.table.js';
import { fees } from '../../invoices/records/fees/fee.table.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { creditNotes } from '../../credit-notes/records/credit-note.table.js';
import { plans } from '../../plans/plan.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import { NO_CLOCK } from './report.table.js';
import type { Db } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';

const month = sql<string>`to_char(${invoices.issuingDate}, 'YYYY-MM-01')`;
const testClockId = sql<string>`coalesce(${customers.testClockId}, ${NO_CLOCK}::uuid)`;
const billedCode = sql<string | null>`case when ${fees.feeType} = 'charge' then ${fees.itemCode} end`;

const planFees = compiledQuery((db: Db, organizationId: string, invoiceIds: readonly string[]) =>
  db
    .select({
      amountCents: fees.amountCents,
      preciseCouponsAmountCents: fees.preciseCouponsAmountCents,
      taxesAmountCents: fees.taxesAmountCents,
      payInAdvance: fees.payInAdvance,
      fromAt: fees.fromAt,
      toAt: fees.toAt,
      currency: fees.currency,
      issuingDate: invoices.issuingDate,
      testClockId,
      billingEntityId: invoices.billingEntityId,
      timezone: invoices.timezone,
      externalSubscriptionId: subscriptions.externalId,
      billingTime: subscriptions.billingTime,
      subscriptionAt: subscriptions.subscriptionAt,
      interval: plans.interval,
      soldPlanId: sql<string>`coalesce(${plans.parentId}, ${plans.id})`,
    })
    .from(fees)
    .innerJoin(invoices, refersTo(fees.invoiceId, invoices))
    .innerJoin(customers, refersTo(invoices.customerId, customers))
    .innerJoin(subscriptions, refersTo(fees.subscriptionId, subscriptions))
    .innerJoin(plans, refersTo(subscriptions.planId, plans))
    .where(
      and(
        eq(fees.organizationId, organizationId),
        isOneOf(fees.invoiceId, invoiceIds),
        eq(fees.feeType, 'subscription'),
      ),
    ),
);

const feeSums = compiledQuery((db: Db, organizationId: string, invoiceIds: readonly string[]) =>
  db
    .select({
      feeType: fees.feeType,
      itemCode: billedCode,
      month,
      currency: fees.currency,
      testClockId,
      billingEntityId: invoices.billingEntityId,
      amount: sql<string>`sum(${fees.amountCents} - ${fees.preciseCouponsAmountCents})`,
      feesCount: sql<number>`count(*)::integer`,
    })
    .from(fees)
    .innerJoin(invoices, refersTo(fees.invoiceId, invoices))
    .innerJoin(customers, refersTo(invoices.customerId, customers))
    .where(and(eq(fees.organizationId, organizationId), isOneOf(fees.invoiceId, invoiceIds)))
    .groupBy(fees.feeType, billedCode, month, fees.currency, customers.testClockId, invoices.billingEntityId),
);

/** A fee for a plan's amount, and what decides in which months it is recurring revenue. */
export type PlanFee = Awaited<ReturnType<typeof planFees>>[number];

/** Fees after coupons, added up by the rows of the reports that count them. `itemCode` is the metric's on fees of charges. */
export type FeeSum = Awaited<ReturnType<typeof feeSums>>[number];

/** Reads the fees and credit notes that reports count. */
export const reportedFeeRepository = {
  planFees,
  feeSums,

  /** The final credit notes of invoices. */
  creditNotes(db: Db, organizationId: string, invoiceIds: readonly string[]) {
    return db
      .select({
        invoiceId: creditNotes.invoiceId,
        refundAmountCents: creditNotes.refundAmountCents,
        offsetAmountCents: creditNotes.offsetAmountCents,
      })
      .from(creditNotes)
      .where(
        and(
          eq(creditNotes.organizationId, organizationId),
          isOneOf(creditNotes.invoiceId, invoiceIds),
          eq(creditNotes.status, 'finalized'),
        ),
      );
  },
};
