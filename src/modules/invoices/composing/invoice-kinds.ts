import type { SectionChoice } from '../../../core/invoicing/custom-sections.js';
import type { InvoiceOccasion } from '../../../core/invoicing/invoice-dates.js';
import type { Deducted, DeductionName, Deductions } from '../../../core/invoicing/invoice-totals.js';
import { type DatedUsage, usageEndOf } from '../../../core/wallets/validity.js';
import { awaitsVatCheck, taxConnectionOf } from '../../customers/records/customer-taxation.js';
import type { Invoice } from '../records/invoice.table.js';
import type { PlannedFee } from './planned-fee.js';
import type { Billed, InvoicePart, PlannedInvoice } from './planned-invoice.js';

/** The rules of one kind of invoices. */
interface InvoiceKind {
  readonly invoiceType: Invoice['invoiceType'];
  /** True if issued even when its fees add up to 0 and such invoices are skipped. Source: invoices.md §5.2. */
  readonly isAlwaysIssued: boolean;
  /** True if its fees were paid before it is issued. Source: invoices.md §3.4. */
  readonly isPaidBefore: boolean;
  /** True if it is taxed when it is issued. Source: invoices.md §1. */
  readonly isTaxed: boolean;
  /** The deductions that it allows, beside wallets. Source: invoices.md §1. */
  readonly deductions: ReadonlySet<DeductionName>;
}

const NOTHING: ReadonlySet<DeductionName> = new Set();

/** Sources: invoices.md §1, §3.4, §5.2. */
const INVOICE_KINDS: Readonly<Record<Billed['kind'], InvoiceKind>> = {
  subscription_periods: {
    invoiceType: 'subscription',
    isAlwaysIssued: false,
    isPaidBefore: false,
    isTaxed: true,
    deductions: new Set(['progressiveBillingCredit', 'coupons', 'creditNotes']),
  },
  in_advance: {
    invoiceType: 'subscription',
    isAlwaysIssued: false,
    isPaidBefore: false,
    isTaxed: true,
    deductions: new Set(['coupons', 'creditNotes']),
  },
  paid_fees: {
    invoiceType: 'advance_charges',
    isAlwaysIssued: false,
    isPaidBefore: true,
    isTaxed: false,
    deductions: NOTHING,
  },
  progressive_usage: {
    invoiceType: 'progressive_billing',
    isAlwaysIssued: true,
    isPaidBefore: false,
    isTaxed: true,
    deductions: new Set(['progressiveBillingCredit', 'coupons', 'creditNotes']),
  },
  add_ons: {
    invoiceType: 'one_off',
    isAlwaysIssued: false,
    isPaidBefore: false,
    isTaxed: true,
    deductions: NOTHING,
  },
  credit_purchase: {
    invoiceType: 'credit',
    isAlwaysIssued: true,
    isPaidBefore: false,
    isTaxed: false,
    deductions: NOTHING,
  },
};

export function kindOf({ billed: { kind } }: PlannedInvoice): InvoiceKind {
  return INVOICE_KINDS[kind];
}

/**
 * `draft`: in its grace period. `pending`: its taxes are not known yet; what is deducted before taxes is. `final`: complete.
 */
export type CompositionStage = 'draft' | 'pending' | 'final';

/** The deductions of each stage; all others apply later. Sources: invoices.md §4, taxes.md §6.4. */
const DEDUCTED_AT: Readonly<Record<CompositionStage, ReadonlySet<DeductionName>>> = {
  draft: new Set(['progressiveBillingCredit']),
  pending: new Set(['progressiveBillingCredit', 'coupons']),
  final: new Set(['progressiveBillingCredit', 'coupons', 'creditNotes']),
};

/**
 * True if the taxes of an invoice are not known when it is composed: a tax provider computes them, or they depend on a check of
 * its customer's VAT number. Sources: taxes.md §5, §6.4.
 */
export function awaitsTaxes(planned: PlannedInvoice): boolean {
  return (
    (isTaxedByProvider(planned) || awaitsVatCheck(planned.customer)) &&
    kindOf(planned).isTaxed &&
    feesOf(planned).length > 0
  );
}

/** True if a tax provider computes the taxes of an invoice, unless nothing of it can be taxed. Source: integrations.md §6. */
export function isTaxedByProvider(planned: PlannedInvoice): boolean {
  return kindOf(planned).isTaxed && taxConnectionOf(planned.customer) !== null;
}

/** True if invoices of this kind have the deduction. */
export function allowsDeduction(planned: PlannedInvoice, name: DeductionName): boolean {
  return kindOf(planned).deductions.has(name);
}

/** Selects the deductions that an invoice of this kind allows at a stage. */
export function allowedDeductions<Part extends Deducted>(
  planned: PlannedInvoice,
  stage: CompositionStage,
  deductions: Deductions<Part>,
): Deductions<Part> {
  const allowed = [...kindOf(planned).deductions].filter((name) => DEDUCTED_AT[stage].has(name));
  return Object.fromEntries(allowed.map((name) => [name, deductions[name]]));
}

/** True if a new invoice uses credits of its customer. Sources: coupons.md §4, credit-notes.md §4. */
export function takesCredits(planned: PlannedInvoice): boolean {
  return kindOf(planned).deductions.size > 0 && !startsAsDraft(planned);
}

/** The occasion that decides the issuing date: `immediate` unless the invoice bills periods of subscriptions. */
export function occasionOf({ billed }: PlannedInvoice): InvoiceOccasion {
  return billed.kind === 'subscription_periods' ? billed.occasion : 'immediate';
}

/** True if a new invoice has a grace period, before whose end no deduction after taxes applies. Source: invoices.md §1. */
export function startsAsDraft(planned: PlannedInvoice): boolean {
  return occasionOf(planned) !== 'immediate' && planned.settings.gracePeriodDays > 0;
}

/** The invoice without a grace period, as for an invoice that must be paid before it is issued. Source: invoices.md §2. */
export function withoutGracePeriod(planned: PlannedInvoice): PlannedInvoice {
  const { billed } = planned;
  return billed.kind === 'subscription_periods'
    ? { ...planned, billed: { ...billed, occasion: 'immediate' } }
    : planned;
}

/** When the invoice is made: at the billing instant, unless it is regenerated later. */
export function madeAt({ billedAt, regenerates }: PlannedInvoice): Date {
  return regenerates?.at ?? billedAt;
}

/** The parts of the billed subscriptions; empty if the invoice bills no subscription. */
export function partsOf({ billed }: PlannedInvoice): readonly InvoicePart[] {
  return 'parts' in billed ? billed.parts : [];
}

/** When the invoice is made, and the end of the usage that it bills. */
export function datedUsageOf(planned: PlannedInvoice): DatedUsage {
  const usageEnd = usageEndOf(partsOf(planned).map(({ windows }) => windows.charges));
  return { at: madeAt(planned), usageEnd };
}

/** What each source of the invoice has chosen to show on it: each billed subscription, or the request for the invoice. */
export function sectionChoicesOf({ billed }: PlannedInvoice): readonly (SectionChoice | null)[] {
  return 'parts' in billed
    ? billed.parts.map(({ subscription }) => subscription.customSections)
    : [billed.customSections];
}

/** The planned fees of the invoice, in their order. */
export function feesOf({ billed }: PlannedInvoice): readonly PlannedFee[] {
  return 'parts' in billed ? billed.parts.flatMap((part) => part.fees) : billed.fees;
}

/** The invoice with only some of its parts; null if it bills subscriptions and has no part. */
export function withParts(
  planned: PlannedInvoice,
  isKept: (part: InvoicePart) => boolean,
): PlannedInvoice | null {
  const { billed } = planned;
  if (!('parts' in billed)) return planned;
  const parts = billed.parts.filter(isKept);
  return parts.length === 0 ? null : { ...planned, billed: { ...billed, parts } };
}
