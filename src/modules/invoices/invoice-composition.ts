import assert from 'node:assert/strict';
import { Big, ZERO } from '../../core/decimal.js';
import { newInvoiceDates } from '../../core/invoice-dates.js';
import {
  invoiceTotals,
  type InvoiceTotals,
  NO_CREDITS,
  type PaidFee,
  totalsOfPaidFees,
} from '../../core/invoice-totals.js';
import { newId } from '../../platform/db/ids.js';
import { invalid } from '../../platform/errors/app-error.js';
import { claimOf } from './billing-claim.js';
import {
  type FeeFrame,
  feeLines,
  feeRows,
  isInvoiced,
  type TaxFacts,
  taxSnapshot,
} from './fee-composition.js';
import type { AppliedTax, Fee } from './fee.table.js';
import type { InvoiceDraft, InvoicePart } from './invoice-draft.js';
import type { BillingPeriod, Invoice } from './invoice.table.js';

/** What the transition to finalized assigns; see `InvoiceService.issue`. */
export type InvoiceNumber = Pick<Invoice, 'number' | 'sequentialId' | 'entitySequentialId'>;

/** The rows of a new invoice, without its number. */
export interface ComposedInvoice {
  readonly invoice: Omit<Invoice, keyof InvoiceNumber>;
  readonly billingPeriods: readonly BillingPeriod[];
  readonly fees: readonly Fee[];
  readonly appliedTaxes: readonly AppliedTax[];
}

/** What all rows of one invoice share. */
interface Frame extends FeeFrame {
  readonly invoiceId: string;
  readonly draft: InvoiceDraft;
}

/** The largest amount that both surfaces can print. Source: rest-conventions.md §14. */
const MAX_AMOUNT_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Works out taxes, totals, dates and status of a draft.
 * @throws AppError `amount_cents: value_is_out_of_range` when the total is beyond 2^53.
 * Source: invoices.md §3–5, taxes.md §3–4.
 */
export function composeInvoice(organizationId: string, draft: InvoiceDraft): ComposedInvoice {
  const frame = frameOf(organizationId, draft);
  const { currency } = draft;
  const lines = feeLines(draft.parts.flatMap((part) => part.fees).filter(isInvoiced), currency);
  const totals = invoiceTotals(
    lines.map(({ draft: { amountCents }, taxes }) => ({
      amountCents,
      preciseCouponsAmountCents: ZERO,
      taxes,
    })),
    NO_CREDITS,
  );
  const invoice = invoiceRow(frame, totals);
  const { fees, appliedTaxes } = feeRows(frame, lines, invoice.paymentStatus);
  return {
    invoice,
    billingPeriods: draft.parts.map((part) => billingPeriodRow(frame, part)),
    fees,
    appliedTaxes: [...appliedTaxes, ...invoiceTaxRows(frame, totals)],
  };
}

/** The rows of an invoice for fees that are there already, and paid: they keep their amounts and taxes. */
export function composeAdvanceCharges(
  organizationId: string,
  draft: InvoiceDraft,
  fees: readonly PaidFee<TaxFacts>[],
): Omit<ComposedInvoice, 'fees'> {
  const frame = frameOf(organizationId, draft);
  const totals = totalsOfPaidFees(fees);
  return {
    invoice: invoiceRow(frame, totals),
    billingPeriods: draft.parts.map((part) => billingPeriodRow(frame, part)),
    appliedTaxes: invoiceTaxRows(frame, totals),
  };
}

/** Fees as they were paid, with the taxes that they were paid with. */
export function paidFees(fees: readonly Fee[], taxes: readonly AppliedTax[]): PaidFee<TaxFacts>[] {
  const taxesByFee = Map.groupBy(taxes, (tax) => tax.feeId);
  return fees.map(({ id, amountCents, taxesAmountCents }) => ({
    amountCents,
    taxesAmountCents,
    appliedTaxes: (taxesByFee.get(id) ?? []).map((applied) => ({
      tax: {
        id: applied.taxId,
        code: applied.taxCode,
        name: applied.taxName,
        description: applied.taxDescription,
        ratePercent: new Big(applied.taxRatePercent),
      },
      amountCents: applied.amountCents,
    })),
  }));
}

function frameOf(organizationId: string, draft: InvoiceDraft): Frame {
  const { customer, currency, billedAt: at } = draft;
  return { organizationId, invoiceId: newId(), customerId: customer.id, currency, at, draft };
}

/** @throws AppError `amount_cents: value_is_out_of_range` when the total is beyond 2^53. */
function invoiceRow(
  { organizationId, invoiceId, draft }: Frame,
  totals: InvoiceTotals<TaxFacts>,
): ComposedInvoice['invoice'] {
  if (totals.totalAmountCents > MAX_AMOUNT_CENTS) throw invalid({ amountCents: ['value_is_out_of_range'] });
  const { customer, billingEntity, settings, billedAt } = draft;
  assert.equal(settings.gracePeriodDays, 0, 'Invoices with a grace period start as drafts, not built yet.');
  const dates = newInvoiceDates(draft.occasion, billedAt, settings);
  const issued = isIssued(draft, totals.feesAmountCents);
  const { taxes, ...amounts } = totals;
  return {
    id: invoiceId,
    organizationId,
    customerId: customer.id,
    billingEntityId: billingEntity.id,
    invoiceType: draft.invoiceType,
    status: issued ? 'finalized' : 'closed',
    paymentStatus: isPaid(draft, totals.totalAmountCents) ? 'succeeded' : 'pending',
    currency: draft.currency,
    timezone: settings.timezone,
    issuingDate: dates.issuingOn.toString(),
    expectedFinalizationDate: dates.expectedFinalizationOn.toString(),
    paymentDueDate: dates.paymentDueOn.toString(),
    netPaymentTermDays: settings.netPaymentTermDays,
    paymentOverdue: false,
    selfBilled: customer.accountType === 'partner',
    purchaseOrderNumber: draft.purchaseOrderNumber,
    ...amounts,
    taxesAmountCents: taxes.taxesAmountCents,
    taxesRatePercent: taxes.taxesRatePercent.toFixed(),
    totalPaidAmountCents: draft.invoiceType === 'advance_charges' ? totals.totalAmountCents : 0n,
    finalizedAt: issued ? billedAt : null,
    createdAt: billedAt,
    updatedAt: billedAt,
  };
}

/** Advance charges were paid before they are invoiced. Source: invoices.md §3.4, §4. */
function isPaid({ invoiceType }: InvoiceDraft, totalAmountCents: bigint): boolean {
  return invoiceType === 'advance_charges' || totalAmountCents === 0n;
}

/** Whether it goes out: an invoice whose fees come to nothing may not. Source: invoices.md §5.2. */
function isIssued({ invoiceType, settings }: InvoiceDraft, feesAmountCents: bigint): boolean {
  const always = invoiceType === 'credit' || invoiceType === 'progressive_billing';
  return always || feesAmountCents > 0n || settings.finalizeZeroAmountInvoice;
}

function billingPeriodRow({ organizationId, invoiceId, draft }: Frame, part: InvoicePart): BillingPeriod {
  return {
    ...claimOf(part),
    id: newId(),
    organizationId,
    invoiceId,
    planId: part.plan.id,
    billedAt: draft.billedAt,
    createdAt: draft.billedAt,
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
