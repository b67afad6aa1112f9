import { Temporal } from 'temporal-polyfill';
import { ZERO } from '../../../core/money/decimal.js';
import { PENDING_TAXES, PROVIDER_TAXES } from '../../../core/taxes/tax.js';
import {
  finalizedInvoiceDates,
  type InvoiceDates,
  newInvoiceDates,
} from '../../../core/invoicing/invoice-dates.js';
import {
  invoiceTotals,
  type InvoiceTotals,
  lessPrepaidCredit,
  type PaidFee,
  totalsOfPaidFees,
} from '../../../core/invoicing/invoice-totals.js';
import { withoutError } from '../records/error-details.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { invalid } from '../../../platform/errors/app-error.js';
import { claimOf } from './billing-claim.js';
import {
  couponRows,
  creditNoteRows,
  prepaidCredit,
  type PrepaidCredit,
  type UsableCredits,
  withCreditShares,
} from './credit-composition.js';
import {
  type FeeFrame,
  type FeeLine,
  feeLines,
  feeRows,
  isInvoiced,
  taxedLine,
  type TaxFacts,
  taxSnapshot,
} from './fee-composition.js';
import type { AppliedUsageThreshold } from '../records/periods/applied-usage-threshold.table.js';
import type { AppliedTax, Fee } from '../records/fees/fee.table.js';
import type { WalletUse } from '../../wallets/ledger/wallet-payments.service.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import {
  allowedDeductions,
  awaitsTaxes,
  type CompositionStage,
  feesOf,
  isTaxedByProvider,
  kindOf,
  madeAt,
  occasionOf,
  partsOf,
  startsAsDraft,
} from './invoice-kinds.js';
import { progressiveRows } from './progressive-credit.js';
import type { PlannedInvoice, InvoicePart } from './planned-invoice.js';
import type { BillingPeriod, Invoice, UnnumberedInvoice } from '../records/invoice.table.js';

/** The rows of a new invoice, without its number and its custom sections. */
export interface ComposedInvoice {
  readonly invoice: UnnumberedInvoice;
  readonly billingPeriods: readonly BillingPeriod[];
  readonly fees: readonly Fee[];
  readonly appliedTaxes: readonly AppliedTax[];
  /** Of a progressive invoice. */
  readonly appliedThresholds: readonly AppliedUsageThreshold[];
  /** Deductions in their order; prepaid credits are not among them (invoices.md §4). */
  readonly credits: readonly InvoiceCredit[];
  /** What wallets pay of it. */
  readonly walletUses: readonly WalletUse[];
}

/** Values that all rows of one invoice share. */
interface Frame extends FeeFrame {
  readonly invoiceId: string;
  readonly planned: PlannedInvoice;
}

/** Nothing is paid from wallets. */
const NO_PREPAID_CREDIT: PrepaidCredit = {
  uses: [],
  amountCents: 0n,
  grantedCents: null,
  purchasedCents: null,
};

/** The largest amount that JSON clients read without loss. Source: rest-conventions.md §14. */
export const MAX_AMOUNT_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Computes the rows of a planned invoice: taxes, totals, dates and status.
 * @param usable the credits that the invoice may use.
 * @throws AppError `amount_cents: value_is_out_of_range` when the total is beyond 2^53.
 * Source: invoices.md §3–5, taxes.md §3–4, coupons.md §5, credit-notes.md §4.
 */
export function composeInvoice(
  organizationId: string,
  planned: PlannedInvoice,
  usable: UsableCredits,
): ComposedInvoice {
  const frame = frameOf(organizationId, planned);
  const { totals, prepaid, ...lines } = computeAmounts(
    frame,
    stageOf(planned, startsAsDraft(planned)),
    usable,
  );
  const invoice = newInvoiceRow(frame, totals, prepaid);
  return {
    invoice,
    billingPeriods: partsOf(planned).map((part) => billingPeriodRow(frame, part)),
    appliedThresholds: thresholdRows(frame),
    walletUses: prepaid.uses,
    ...lines,
  };
}

/** A recomputed draft invoice: the same invoice with new fees and amounts. */
export type RecomposedInvoice = Omit<ComposedInvoice, 'appliedThresholds' | 'billingPeriods' | 'invoice'> & {
  readonly invoice: Invoice;
};

/**
 * Computes a draft invoice again. Its dates do not change.
 * @param staysDraft false when its grace period is over.
 * @param usable as for `composeInvoice`.
 * @throws AppError as `composeInvoice`. Source: invoices.md §6.
 */
export function recomposeInvoice(
  invoice: Invoice,
  planned: PlannedInvoice,
  { now, staysDraft }: { readonly now: Date; readonly staysDraft: boolean },
  usable: UsableCredits,
): RecomposedInvoice {
  const frame = { ...frameOf(invoice.organizationId, planned), invoiceId: invoice.id };
  const { totals, prepaid, ...lines } = computeAmounts(frame, stageOf(planned, staysDraft), usable);
  const amounts = amountColumns(planned, totals, prepaid);
  const waited = invoice.taxStatus === null && !isTaxedByProvider(planned) ? null : 'succeeded';
  const taxStatus = isUntaxed(planned, totals) ? 'pending' : waited;
  const errorDetails =
    taxStatus === 'pending' ? invoice.errorDetails : withoutError(invoice.errorDetails, 'tax_error');
  return {
    invoice: { ...invoice, ...amounts, taxStatus, errorDetails, updatedAt: now },
    walletUses: prepaid.uses,
    ...lines,
  };
}

/** The billed periods of parts that a draft gets when it is computed again. */
export function addedPeriods(
  invoice: Invoice,
  planned: PlannedInvoice,
  parts: readonly InvoicePart[],
): BillingPeriod[] {
  const frame = { ...frameOf(invoice.organizationId, planned), invoiceId: invoice.id };
  return parts.map((part) => billingPeriodRow(frame, part));
}

/**
 * Finalizes a draft invoice, or closes it if its fees add up to 0 and such invoices are skipped. One without its taxes is
 * dated when it gets them. Sources: invoices.md §5, taxes.md §6.4.
 */
export function finalizedInvoice(
  invoice: Invoice,
  planned: PlannedInvoice,
  finalizedAt: Date,
): UnnumberedInvoice {
  const { settings } = planned;
  if (isUntaxed(planned, invoice)) {
    return { ...invoice, status: 'pending', finalizedAt: null, updatedAt: finalizedAt };
  }
  const issued = isIssued(planned, invoice.feesAmountCents);
  return {
    ...invoice,
    status: issued ? 'finalized' : 'closed',
    ...finalDates(invoice, planned, finalizedAt),
    netPaymentTermDays: settings.netPaymentTermDays,
    finalizedAt: issued ? finalizedAt : null,
    updatedAt: finalizedAt,
  };
}

/** The dates of a draft invoice that is finalized. */
export function finalDates(
  { issuingDate }: Pick<Invoice, 'issuingDate'>,
  planned: PlannedInvoice,
  finalizedAt: Date,
): Pick<Invoice, 'issuingDate' | 'paymentDueDate'> {
  const draft = { occasion: occasionOf(planned), issuingOn: Temporal.PlainDate.from(issuingDate) };
  const dates = finalizedInvoiceDates(draft, finalizedAt, planned.settings);
  return { issuingDate: dates.issuingOn.toString(), paymentDueDate: dates.paymentDueOn.toString() };
}

/** The dates of a new invoice, in its customer's zone. */
export function datesOf(planned: PlannedInvoice): InvoiceDates {
  const { regenerates, billedAt, settings } = planned;
  return newInvoiceDates(occasionOf(planned), regenerates?.datedAt ?? billedAt, settings);
}

/** Computes the fees of a planned invoice with their taxes, the deductions and the totals. */
function computeAmounts(
  frame: Frame,
  stage: CompositionStage,
  usable: UsableCredits,
): Pick<ComposedInvoice, 'fees' | 'appliedTaxes' | 'credits'> & {
  readonly totals: InvoiceTotals<TaxFacts>;
  readonly prepaid: PrepaidCredit;
} {
  const { planned, currency } = frame;
  // Fees that were changed by hand are kept even without an amount (fees.md §2).
  const isBilled = planned.regenerates === undefined ? isInvoiced : () => true;
  const lines = feeLines(feesOf(planned).filter(isBilled), currency);
  // A regenerated invoice keeps the dates of its fees, but uses credits now.
  const crediting = { ...frame, at: madeAt(planned) };
  const waits = awaitsTaxes(planned);
  const {
    totals: unpaid,
    deducted,
    feeShares,
  } = invoiceTotals(
    waits ? lines.map((line) => withoutTaxes(planned, line)) : lines,
    allowedDeductions(planned, stage, {
      progressiveBillingCredit: () => progressiveRows(crediting, lines, usable.progressive),
      coupons: (leftCents, amounts) => couponRows(crediting, lines, amounts, usable.coupons, leftCents),
      creditNotes: (leftCents) => creditNoteRows(crediting, usable.creditNotes, leftCents),
    }),
  );
  // Taxes that a one-off invoice names for a fee are known already, unless a provider computes all of them.
  const areNamed = planned.billed.kind === 'add_ons' && !isTaxedByProvider(planned);
  const taxable = waits && !areNamed ? lines.map((line) => withoutTaxes(planned, line)) : lines;
  const taxedLines = taxable.map((line, index) => taxedLine(line, feeShares[index] ?? ZERO));
  const { progressiveBillingCredit, coupons, creditNotes } = deducted;
  const { fees: dueFees, appliedTaxes } = feeRows(frame, taxedLines, 'pending');
  const fees = withCreditShares(dueFees, creditNotes);
  const prepaid = prepaidCredit(fees, unpaid.totalAmountCents, stage === 'final' ? usable.wallets : []);
  const totals = lessPrepaidCredit(unpaid, prepaid.amountCents);
  const paymentStatus = paymentStatusOf(planned, totals);
  return {
    fees: fees.map((fee) => ({ ...fee, paymentStatus })),
    appliedTaxes: [...appliedTaxes, ...invoiceTaxRows(frame, totals)],
    credits: [...progressiveBillingCredit, ...coupons, ...creditNotes],
    totals,
    prepaid,
  };
}

function withoutTaxes(planned: PlannedInvoice, line: FeeLine): FeeLine {
  return { ...line, taxes: [], taxList: isTaxedByProvider(planned) ? PROVIDER_TAXES : PENDING_TAXES };
}

/** Computes the rows of an invoice for existing, paid fees. They keep their amounts and taxes. */
export function composePaid(
  organizationId: string,
  planned: PlannedInvoice,
  fees: readonly PaidFee<TaxFacts>[],
): ComposedInvoice {
  const frame = frameOf(organizationId, planned);
  const totals = totalsOfPaidFees(fees);
  return {
    invoice: newInvoiceRow(frame, totals, NO_PREPAID_CREDIT),
    billingPeriods: partsOf(planned).map((part) => billingPeriodRow(frame, part)),
    appliedThresholds: [],
    walletUses: [],
    fees: [],
    appliedTaxes: invoiceTaxRows(frame, totals),
    credits: [],
  };
}

function frameOf(organizationId: string, planned: PlannedInvoice): Frame {
  const { customer, currency, billedAt: at } = planned;
  return {
    organizationId,
    invoiceId: newId(),
    customerId: customer.id,
    currency,
    at,
    standalone: null,
    planned,
  };
}

function thresholdRows({
  organizationId,
  invoiceId,
  at,
  planned: { billed },
}: Frame): AppliedUsageThreshold[] {
  const passed = billed.kind === 'progressive_usage' ? billed.passed : [];
  return passed.map(({ threshold, ...facts }) => ({
    id: newId(),
    organizationId,
    invoiceId,
    thresholdId: threshold.id,
    amountCents: threshold.amountCents,
    displayName: threshold.displayName,
    recurring: threshold.recurring,
    thresholdCreatedAt: threshold.createdAt,
    thresholdUpdatedAt: threshold.updatedAt,
    ...facts,
    createdAt: at,
  }));
}

/** @throws AppError `amount_cents: value_is_out_of_range` when the total is beyond 2^53. */
function newInvoiceRow(
  { organizationId, invoiceId, planned }: Frame,
  totals: InvoiceTotals<TaxFacts>,
  prepaid: PrepaidCredit,
): ComposedInvoice['invoice'] {
  const { customer, billingEntity, settings, regenerates } = planned;
  const createdAt = madeAt(planned);
  const dates = datesOf(planned);
  const status = statusOf(planned, totals);
  return {
    id: invoiceId,
    organizationId,
    customerId: customer.id,
    billingEntityId: billingEntity.id,
    invoiceType: kindOf(planned).invoiceType,
    status,
    currency: planned.currency,
    timezone: settings.timezone,
    issuingDate: dates.issuingOn.toString(),
    expectedFinalizationDate: dates.expectedFinalizationOn.toString(),
    paymentDueDate: dates.paymentDueOn.toString(),
    netPaymentTermDays: settings.netPaymentTermDays,
    paymentOverdue: false,
    voidedAt: null,
    paymentDisputeLostAt: null,
    taxStatus: isUntaxed(planned, totals) ? 'pending' : isTaxedByProvider(planned) ? 'succeeded' : null,
    errorDetails: [],
    formerTaxError: null,
    selfBilled: customer.accountType === 'partner',
    voidedInvoiceId: regenerates?.voidedInvoiceId ?? null,
    customSections: [],
    purchaseOrderNumber: planned.purchaseOrderNumber,
    ...paymentColumns(planned),
    ...amountColumns(planned, totals, prepaid),
    totalOffsetAmountCents: 0n,
    totalPaidAmountCents: kindOf(planned).isPaidBefore ? totals.totalAmountCents : 0n,
    finalizedAt: status === 'finalized' ? createdAt : null,
    createdAt,
    updatedAt: createdAt,
  };
}

function paymentColumns({
  billed,
}: PlannedInvoice): Pick<Invoice, 'paymentMethodType' | 'paymentMethodId' | 'skipsPayment'> {
  if (billed.kind === 'add_ons') return { ...billed.payment, skipsPayment: billed.skipsPayment };
  return { paymentMethodType: null, paymentMethodId: null, skipsPayment: false };
}

/** @throws AppError `amount_cents: value_is_out_of_range` when the total is beyond 2^53. */
function amountColumns(
  planned: PlannedInvoice,
  totals: InvoiceTotals<TaxFacts>,
  { grantedCents, purchasedCents }: PrepaidCredit,
) {
  if (totals.subTotalIncludingTaxesAmountCents > MAX_AMOUNT_CENTS) {
    throw invalid({ amountCents: ['value_is_out_of_range'] });
  }
  const { taxes, ...amounts } = totals;
  return {
    ...amounts,
    prepaidGrantedCreditAmountCents: grantedCents,
    prepaidPurchasedCreditAmountCents: purchasedCents,
    taxesAmountCents: taxes.taxesAmountCents,
    taxesRatePercent: taxes.taxesRatePercent.toFixed(),
    paymentStatus: paymentStatusOf(planned, totals),
  };
}

/** Source: invoices.md §3.4, §4. */
function paymentStatusOf(
  planned: PlannedInvoice,
  { totalAmountCents }: InvoiceTotals<TaxFacts>,
): Invoice['paymentStatus'] {
  return kindOf(planned).isPaidBefore || totalAmountCents === 0n ? 'succeeded' : 'pending';
}

/** The status of a new invoice: a draft if it has a grace period. Source: invoices.md §1, §2. */
function statusOf(
  planned: PlannedInvoice,
  totals: TaxableTotals,
): 'draft' | 'pending' | 'finalized' | 'closed' {
  if (startsAsDraft(planned)) return 'draft';
  if (isUntaxed(planned, totals)) return 'pending';
  return isIssued(planned, totals.feesAmountCents) ? 'finalized' : 'closed';
}

type TaxableTotals = Pick<Invoice, 'feesAmountCents' | 'subTotalExcludingTaxesAmountCents'>;

/**
 * True if the invoice is to be issued, but not before its taxes are known. A provider is not asked about an invoice of which
 * nothing can be taxed. Sources: taxes.md §6.4, integrations.md §6.
 */
function isUntaxed(planned: PlannedInvoice, totals: TaxableTotals): boolean {
  const isAsked = !isTaxedByProvider(planned) || totals.subTotalExcludingTaxesAmountCents > 0n;
  return isAsked && awaitsTaxes(planned) && isIssued(planned, totals.feesAmountCents);
}

/** Source: taxes.md §6.4. */
function stageOf(planned: PlannedInvoice, isDraft: boolean): CompositionStage {
  if (isDraft) return 'draft';
  return awaitsTaxes(planned) ? 'pending' : 'final';
}

/** False for an invoice whose fees add up to 0, where such invoices are skipped. Source: invoices.md §5.2. */
function isIssued(planned: PlannedInvoice, feesAmountCents: bigint): boolean {
  const { isAlwaysIssued } = kindOf(planned);
  return isAlwaysIssued || feesAmountCents > 0n || planned.settings.finalizeZeroAmountInvoice;
}

function billingPeriodRow({ organizationId, invoiceId, planned }: Frame, part: InvoicePart): BillingPeriod {
  return {
    ...claimOf(part),
    regeneratedReason: part.regeneratedReason ?? null,
    id: newId(),
    organizationId,
    invoiceId,
    planId: part.plan.id,
    billedAt: planned.billedAt,
    occasion: part.occasion?.reason ?? null,
    occasionAt: part.occasion?.at ?? null,
    usageMoments: part.usageMoments,
    createdAt: planned.billedAt,
  };
}

function invoiceTaxRows(frame: Frame, { taxes }: InvoiceTotals<TaxFacts>): AppliedTax[] {
  return taxes.appliedTaxes.map(({ tax, amountCents, feesAmountCents }) => ({
    ...taxSnapshot(frame, tax),
    feeId: null,
    invoiceId: frame.invoiceId,
    amountCents,
    preciseAmountCents: null,
    feesAmountCents,
  }));
}
