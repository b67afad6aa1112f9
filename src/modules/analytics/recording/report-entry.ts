import { Temporal } from 'temporal-polyfill';
import { Big } from '../../../core/money/decimal.js';
import { monthsOfFee, MONTHS_PER_YEAR, WEEKS_PER_YEAR } from '../../../core/reports/mrr.js';
import { periodRules } from '../../../core/invoicing/subscriptions/subscription-terms.js';
import type { Period } from '../../../core/time/period.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { CustomerPlanFees } from '../records/customer-report.repository.js';
import type { FractionFigure } from '../records/report.repository.js';
import type { FeeSum, PlanFee } from '../records/reported-fee.repository.js';
import { MRR_REPORTS, type ReportEntry, type WeeklyFeeTotal } from '../records/report.table.js';

/** A fee for a plan's amount, wherever it counts. */
type SpreadPlanFee = Omit<PlanFee, 'soldPlanId' | 'billingEntityId' | 'testClockId'>;

/** 1 adds a document to the reports, -1 takes it out of them. */
export type Sign = 1 | -1;

type InvoiceMoney = Pick<
  Invoice,
  | 'organizationId'
  | 'customerId'
  | 'billingEntityId'
  | 'currency'
  | 'issuingDate'
  | 'totalAmountCents'
  | 'couponsAmountCents'
  | 'creditNotesAmountCents'
  | 'prepaidCreditAmountCents'
> &
  OnClock;

/** The test clock of the document's customer, or `NO_CLOCK`. */
export interface OnClock {
  readonly testClockId: string;
}

/** True if reports count the invoice: the set I of analytics.md §1. */
export function isReported({
  status,
  selfBilled,
  paymentDisputeLostAt,
}: Pick<Invoice, 'status' | 'selfBilled' | 'paymentDisputeLostAt'>): boolean {
  return status === 'finalized' && !selfBilled && paymentDisputeLostAt === null;
}

/** The first day of a date's month. */
export function monthOf(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

/** An invoice's part of gross revenue, of revenue streams and of collections. Source: analytics.md §2, §5, §7. */
export function invoiceEntries(invoice: Invoice & OnClock, sign: Sign): ReportEntry[] {
  const { couponsAmountCents, creditNotesAmountCents, prepaidCreditAmountCents } = invoice;
  return [
    ...revenueEntries(
      invoice,
      { amount: invoice.totalAmountCents, invoicesCount: sign, itemsCount: sign },
      sign,
    ),
    collectionEntry(invoice, invoice.paymentStatus, sign),
    ...streamEntries(
      invoice,
      {
        coupons: couponsAmountCents,
        credit_notes: creditNotesAmountCents,
        prepaid_credits: prepaidCreditAmountCents,
      },
      sign,
    ),
  ];
}

/** An invoice's part of collections. Source: analytics.md §5. */
export function collectionEntry(
  invoice: InvoiceMoney,
  paymentStatus: Invoice['paymentStatus'],
  sign: Sign,
): ReportEntry {
  return {
    ...frameOf(invoice),
    report: 'invoice_collection',
    key: paymentStatus,
    amount: signed(new Big(String(invoice.totalAmountCents)), sign),
    invoicesCount: sign,
    itemsCount: sign,
  };
}

/** What credit notes of an invoice take from gross revenue: refunds and offsets. Source: analytics.md §2. */
export function creditNoteEntries(
  invoice: InvoiceMoney,
  notes: readonly Pick<CreditNote, 'refundAmountCents' | 'offsetAmountCents'>[],
  sign: Sign,
): ReportEntry[] {
  const amount = notes.reduce((sum, note) => sum - note.refundAmountCents - note.offsetAmountCents, 0n);
  return amount === 0n ? [] : revenueEntries(invoice, { amount, invoicesCount: 0, itemsCount: 0 }, sign);
}

/** A standalone fee's part of gross revenue: none if it was refunded. Source: analytics.md §2. */
export function standaloneFeeEntries(fee: Fee & OnClock, sign: Sign): ReportEntry[] {
  const { standaloneOn, billingEntityId } = fee;
  // Fees of programs from before these columns have neither.
  if (standaloneOn === null || billingEntityId === null) return [];
  if (fee.invoiceId !== null || fee.deletedAt !== null || fee.paymentStatus === 'refunded') return [];
  const amount = fee.amountCents + fee.taxesAmountCents;
  const { organizationId, testClockId, customerId, currency } = fee;
  const frame = {
    organizationId,
    testClockId,
    customerId,
    currency,
    billingEntityId,
    issuingDate: standaloneOn,
  };
  return revenueEntries(frame, { amount, invoicesCount: 0, itemsCount: sign }, sign);
}

function revenueEntries(
  invoice: Pick<
    InvoiceMoney,
    'organizationId' | 'testClockId' | 'customerId' | 'currency' | 'billingEntityId' | 'issuingDate'
  >,
  {
    amount,
    ...counts
  }: { readonly amount: bigint; readonly invoicesCount: number; readonly itemsCount: number },
  sign: Sign,
): ReportEntry[] {
  const entry = { ...frameOf(invoice), amount: signed(new Big(String(amount)), sign), ...counts };
  return [
    { ...entry, report: 'gross_revenue', key: '' },
    { ...entry, report: 'customer_revenue', key: invoice.customerId },
  ];
}

function streamEntries(
  invoice: InvoiceMoney,
  streams: Readonly<Record<string, bigint>>,
  sign: Sign,
): ReportEntry[] {
  return Object.entries(streams)
    .filter(([, amount]) => amount !== 0n)
    .map(([key, amount]) => ({
      ...frameOf(invoice),
      report: 'revenue_stream',
      key,
      amount: signed(new Big(String(amount)), sign),
      invoicesCount: 0,
      itemsCount: sign,
    }));
}

/** The part of fees in invoiced usage and revenue streams. Source: analytics.md §4, §7. */
export function feeEntries(organizationId: string, sum: FeeSum, sign: Sign): ReportEntry[] {
  const { testClockId, feeType, itemCode, billingEntityId: scopeId, month, currency } = sum;
  const entry = {
    organizationId,
    testClockId,
    scopeId,
    month,
    currency,
    divisor: 1,
    amount: signed(new Big(sum.amount), sign),
    invoicesCount: 0,
    itemsCount: sign * sum.feesCount,
  };
  const stream: ReportEntry = { ...entry, report: 'revenue_stream', key: feeType };
  return itemCode === null ? [stream] : [stream, { ...entry, report: 'invoiced_usage', key: itemCode }];
}

/** The part of the fee of a plan that is not weekly in recurring revenue. Source: analytics.md §3. */
export function recurringEntries(organizationId: string, fee: PlanFee, sign: Sign): ReportEntry[] {
  const months = monthsOfPlanFee(fee);
  const entry = {
    organizationId,
    testClockId: fee.testClockId,
    key: '',
    currency: fee.currency,
    divisor: months.length,
    amount: signed(valueOf(fee), sign),
    invoicesCount: 0,
    itemsCount: sign,
  };
  return months.flatMap((month) =>
    scopesOf(organizationId, fee).map((scope) => ({ ...entry, ...scope, month })),
  );
}

/** The part of fees of a customer in its recurring revenue, with the customer as its scope. Source: analytics.md §3. */
export function customerFractions(fee: CustomerPlanFees): FractionFigure[] {
  const { customerId: scopeId, currency, feesCount } = fee;
  const figure = { scopeId, currency, itemsCount: 1 };
  if (fee.interval === 'weekly') {
    const month = monthOf(fee.issuingDate);
    return [{ ...figure, month, ...weeklyMean(valueOf(fee), feesCount) }];
  }
  const months = monthsOfPlanFee(fee);
  const share = { divisor: months.length, amount: valueOf(fee).toFixed() };
  return months.map((month) => ({ ...figure, month, ...share }));
}

/** The first days of the months in which the fee of a plan is recurring revenue; none if it is weekly. */
function monthsOfPlanFee(fee: SpreadPlanFee): string[] {
  const { interval } = fee;
  if (interval === 'weekly') return [];
  const { plan: rule } = periodRules({
    ...fee,
    startedAt: fee.subscriptionAt,
    billChargesMonthly: null,
    billFixedChargesMonthly: null,
  });
  const months = monthsOfFee({
    rule: { ...rule, interval },
    window: windowOf(fee),
    payInAdvance: fee.payInAdvance,
    issuingOn: Temporal.PlainDate.from(fee.issuingDate),
  });
  return months.map((month) => month.toString());
}

/** What a weekly fee adds to the totals of its subscription. */
export function weeklyChanges(organizationId: string, fee: PlanFee, sign: Sign): WeeklyFeeTotal[] {
  if (fee.interval !== 'weekly') return [];
  return scopesOf(organizationId, fee).map((scope) => ({
    organizationId,
    testClockId: fee.testClockId,
    ...scope,
    externalSubscriptionId: fee.externalSubscriptionId,
    month: monthOf(fee.issuingDate),
    currency: fee.currency,
    amount: signed(valueOf(fee), sign),
    feesCount: sign,
  }));
}

/**
 * Replaces the mean of a subscription's weekly fees in recurring revenue. Source: analytics.md §3.
 * @param total the fees after the change.
 * @param change what was added to them.
 */
export function weeklyEntries(total: WeeklyFeeTotal, change: WeeklyFeeTotal): ReportEntry[] {
  const before = {
    ...total,
    amount: new Big(total.amount).minus(change.amount).toFixed(),
    feesCount: total.feesCount - change.feesCount,
  };
  return [...meanEntries(before, -1), ...meanEntries(total, 1)];
}

function meanEntries(total: WeeklyFeeTotal, sign: Sign): ReportEntry[] {
  const { organizationId, testClockId, report, scopeId, month, currency, feesCount } = total;
  if (feesCount === 0) return [];
  return [
    {
      organizationId,
      testClockId,
      report,
      scopeId,
      month,
      currency,
      key: '',
      ...weeklyMean(new Big(total.amount).times(sign), feesCount),
      invoicesCount: 0,
      itemsCount: sign,
    },
  ];
}

/** The mean of weekly fees, for a month. */
function weeklyMean(sum: Big, feesCount: number): Pick<ReportEntry, 'amount' | 'divisor'> {
  return { amount: sum.times(WEEKS_PER_YEAR).toFixed(), divisor: MONTHS_PER_YEAR * feesCount };
}

/** Adds up entries for the same row. Rows that change nothing are omitted. */
export function addedUp(entries: readonly ReportEntry[]): ReportEntry[] {
  return summed(entries, rowOf, (one, other) => ({
    ...one,
    amount: new Big(one.amount).plus(other.amount).toFixed(),
    invoicesCount: one.invoicesCount + other.invoicesCount,
    itemsCount: one.itemsCount + other.itemsCount,
  })).filter(
    ({ amount, invoicesCount, itemsCount }) =>
      !new Big(amount).eq(0) || invoicesCount !== 0 || itemsCount !== 0,
  );
}

/** Adds up changes of the same subscription and month, in an order in which transactions cannot wait for each other in a circle. */
export function addedUpByWeek(changes: readonly WeeklyFeeTotal[]): WeeklyFeeTotal[] {
  const added = summed(changes, subscriptionMonthOf, (one, other) => ({
    ...one,
    amount: new Big(one.amount).plus(other.amount).toFixed(),
    feesCount: one.feesCount + other.feesCount,
  }));
  return added.toSorted((one, other) => (subscriptionMonthOf(one) < subscriptionMonthOf(other) ? -1 : 1));
}

/** Identifies the row of weekly totals. */
export function subscriptionMonthOf(total: WeeklyFeeTotal): string {
  const { externalSubscriptionId, month, currency, report, scopeId, testClockId } = total;
  return JSON.stringify([externalSubscriptionId, month, currency, report, scopeId, testClockId]);
}

function rowOf({ testClockId, report, key, scopeId, month, currency, divisor }: ReportEntry): string {
  return JSON.stringify([testClockId, report, key, scopeId, month, currency, divisor]);
}

function summed<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  plus: (one: Row, other: Row) => Row,
): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = sums.get(key);
    sums.set(key, known === undefined ? row : plus(known, row));
  }
  return [...sums.values()];
}

function frameOf({
  organizationId,
  testClockId,
  billingEntityId: scopeId,
  issuingDate,
  currency,
}: Pick<InvoiceMoney, 'organizationId' | 'testClockId' | 'billingEntityId' | 'issuingDate' | 'currency'>) {
  return { organizationId, testClockId, scopeId, month: monthOf(issuingDate), currency, divisor: 1 };
}

/** The scope of each report of recurring revenue. */
function scopesOf(organizationId: string, { billingEntityId, soldPlanId }: PlanFee) {
  const scopes = { mrr: organizationId, entity_mrr: billingEntityId, plan_mrr: soldPlanId };
  return MRR_REPORTS.map((report) => ({ report, scopeId: scopes[report] }));
}

function windowOf({ fromAt: from, toAt: to }: SpreadPlanFee): Period {
  if (from === null || to === null) throw new Error('A fee for the amount of a plan has a window.');
  return { from, to };
}

/** After discounts and with taxes. */
function valueOf({ amountCents, preciseCouponsAmountCents, taxesAmountCents }: SpreadPlanFee): Big {
  return new Big(String(amountCents + taxesAmountCents)).minus(preciseCouponsAmountCents);
}

function signed(amount: Big, sign: Sign): string {
  return amount.times(sign).toFixed();
}
