import assert from 'node:assert/strict';
import { Big, ZERO } from '../../core/decimal.js';
import { type InvoiceOccasion, newInvoiceDates } from '../../core/invoice-dates.js';
import { invoiceTotals, type InvoiceTotals, NO_CREDITS } from '../../core/invoice-totals.js';
import { toPreciseCents } from '../../core/money.js';
import { type FeeTaxes, taxesOfFee } from '../../core/tax.js';
import { newId } from '../../platform/db/ids.js';
import { invalid } from '../../platform/errors/app-error.js';
import type { Tax } from '../taxes/tax.table.js';
import { claimOf } from './billing-claim.js';
import type { AppliedTax, Fee } from './fee.table.js';
import type { FeeDraft, InvoiceDraft, InvoicePart } from './invoice-draft.js';
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

/** A tax with its rate as core takes it. */
type RatedTax = Omit<Tax, 'ratePercent'> & { readonly ratePercent: Big };

/** A fee with its taxes worked out. */
interface Line {
  readonly id: string;
  readonly draft: FeeDraft;
  readonly taxes: readonly RatedTax[];
  readonly preciseAmountCents: Big;
  readonly worked: FeeTaxes<RatedTax>;
}

/** What all rows of one invoice share. */
interface Frame {
  readonly organizationId: string;
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
  const frame: Frame = { organizationId, invoiceId: newId(), draft };
  const lines = draft.parts
    .flatMap((part) => part.fees)
    .filter(isStored)
    .map((fee) => lineOf(fee, draft.currency));
  const totals = invoiceTotals(
    lines.map(({ draft: { amountCents }, taxes }) => ({
      amountCents,
      preciseCouponsAmountCents: ZERO,
      taxes,
    })),
    NO_CREDITS,
  );
  if (totals.totalAmountCents > MAX_AMOUNT_CENTS) throw invalid({ amountCents: ['value_is_out_of_range'] });
  const invoice = invoiceRow(frame, totals);
  return {
    invoice,
    billingPeriods: draft.parts.map((part) => billingPeriodRow(frame, part)),
    fees: lines.map((line, position) => feeRow(frame, line, position, invoice.paymentStatus)),
    appliedTaxes: [...lines.flatMap((line) => feeTaxRows(frame, line)), ...invoiceTaxRows(frame, totals)],
  };
}

/** A charge that nothing was used of leaves no fee; a subscription fee of 0 is kept. Source: fees.md §2. */
function isStored({ feeType, units, amountCents, eventsCount }: FeeDraft): boolean {
  return feeType !== 'charge' || !units.eq(0) || amountCents !== 0n || eventsCount !== 0;
}

function lineOf(draft: FeeDraft, currency: string): Line {
  assert(draft.amountCents >= 0n, 'A fee is never negative.');
  const taxes = draft.taxes.map((tax) => ({ ...tax, ratePercent: new Big(tax.ratePercent) }));
  const preciseAmountCents = toPreciseCents(draft.preciseAmount, currency);
  const amounts = { amountCents: draft.amountCents, preciseAmountCents, preciseCouponsAmountCents: ZERO };
  return { id: newId(), draft, taxes, preciseAmountCents, worked: taxesOfFee(amounts, taxes) };
}

function invoiceRow(
  { organizationId, invoiceId, draft }: Frame,
  totals: InvoiceTotals<RatedTax>,
): ComposedInvoice['invoice'] {
  const { customer, billingEntity, settings, billedAt } = draft;
  assert.equal(settings.gracePeriodDays, 0, 'Invoices with a grace period start as drafts, not built yet.');
  const dates = newInvoiceDates(occasionOf(draft), billedAt, settings);
  const issued = isIssued(draft, totals.feesAmountCents);
  const { taxes, ...amounts } = totals;
  return {
    id: invoiceId,
    organizationId,
    customerId: customer.id,
    billingEntityId: billingEntity.id,
    invoiceType: draft.invoiceType,
    status: issued ? 'finalized' : 'closed',
    paymentStatus: totals.totalAmountCents === 0n ? 'succeeded' : 'pending',
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
    finalizedAt: issued ? billedAt : null,
    createdAt: billedAt,
    updatedAt: billedAt,
  };
}

/** Source: invoices.md §5.1. */
function occasionOf({ invoiceType, periodic }: InvoiceDraft): InvoiceOccasion {
  if (invoiceType !== 'subscription') return 'immediate';
  return periodic ? 'periodic' : 'change';
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

function feeRow(
  { organizationId, invoiceId, draft: { customer, currency, billedAt } }: Frame,
  { id, draft: fee, preciseAmountCents, worked }: Line,
  position: number,
  paymentStatus: Invoice['paymentStatus'],
): Fee {
  return {
    id,
    organizationId,
    invoiceId,
    customerId: customer.id,
    subscriptionId: fee.subscriptionId,
    chargeId: fee.chargeId,
    billableMetricId: fee.billableMetricId,
    chargeFilterId: null,
    addOnId: null,
    fixedChargeId: null,
    trueUpParentFeeId: null,
    eventTransactionId: null,
    feeType: fee.feeType,
    position,
    itemCode: fee.item.code,
    itemName: fee.item.name,
    itemDescription: fee.item.description,
    invoiceDisplayName: fee.item.displayName,
    filterDisplayName: null,
    filterValues: null,
    groupedBy: {},
    presentationBreakdowns: null,
    currency,
    amountCents: fee.amountCents,
    preciseAmountCents: preciseAmountCents.toFixed(),
    units: fee.units.toFixed(),
    totalAggregatedUnits: fee.totalAggregatedUnits?.toFixed() ?? null,
    preciseUnitAmount: fee.preciseUnitAmount.toFixed(),
    eventsCount: fee.eventsCount === null ? null : BigInt(fee.eventsCount),
    amountDetails: { ...fee.amountDetails },
    pricingUnitDetails: null,
    preciseCouponsAmountCents: '0',
    taxesAmountCents: worked.taxesAmountCents,
    taxesPreciseAmountCents: worked.taxesPreciseAmountCents.toFixed(),
    taxesRatePercent: worked.taxesRatePercent.toFixed(),
    payInAdvance: fee.payInAdvance,
    invoiceable: true,
    paymentStatus,
    fromAt: fee.from,
    toAt: fee.to,
    succeededAt: null,
    failedAt: null,
    refundedAt: null,
    deletedAt: null,
    createdAt: billedAt,
    updatedAt: billedAt,
  };
}

function feeTaxRows(frame: Frame, { id, worked }: Line): AppliedTax[] {
  return worked.appliedTaxes.map(({ tax, amountCents, preciseAmountCents }) => ({
    ...snapshot(frame, tax),
    feeId: id,
    invoiceId: null,
    amountCents,
    preciseAmountCents: preciseAmountCents.toFixed(),
    feesAmountCents: null,
  }));
}

function invoiceTaxRows(frame: Frame, { taxes }: InvoiceTotals<RatedTax>): AppliedTax[] {
  return taxes.appliedTaxes.map(({ tax, amountCents, feesAmountCents }) => ({
    ...snapshot(frame, tax),
    feeId: null,
    invoiceId: frame.invoiceId,
    amountCents,
    preciseAmountCents: null,
    feesAmountCents,
  }));
}

/** Later edits of the tax do not change what was billed. Source: taxes.md §4. */
function snapshot({ organizationId, draft: { currency, billedAt } }: Frame, tax: RatedTax) {
  return {
    id: newId(),
    organizationId,
    taxId: tax.id,
    taxCode: tax.code,
    taxName: tax.name,
    taxDescription: tax.description,
    taxRatePercent: tax.ratePercent.toFixed(),
    currency,
    createdAt: billedAt,
  };
}
