import {
  adjustRounding,
  type CreditNoteAmounts,
  type CreditNoteParts,
  totalOfParts,
} from '../../../core/credit-notes/credit-note-amounts.js';
import { cappedParts } from '../../../core/credit-notes/credit-note-limits.js';
import { isFromBeforeRestore, nextDocumentNumber } from '../../../core/invoicing/numbers/document-number.js';
import { roundHalfAwayFromZero } from '../../../core/money/money.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { TaxFacts } from '../../invoices/composing/fee-composition.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import { amountsOf, creditableInvoice, type CreditedItem, type CreditSource } from './credit-source.js';
import type { CreditNote, CreditNoteItem, CreditNoteTax } from '../records/credit-note.table.js';

/** The content of a credit note to create. Not to be confused with the status `draft`, of a draft invoice's note. */
export interface CreditNoteDraft extends Pick<CreditNote, 'reason' | 'description' | 'metadata'> {
  readonly items: readonly CreditedItem[];
  readonly amounts: CreditNoteAmounts<TaxFacts>;
  readonly parts: CreditNoteParts;
  /** True for a note that is voided as it is issued. */
  readonly isVoided?: boolean;
}

/** Gives everything back as credit for later invoices. */
export function allAsCredit({ worthCents }: CreditNoteAmounts<TaxFacts>): CreditNoteParts {
  return {
    creditAmountCents: worthCents,
    refundAmountCents: 0n,
    offsetAmountCents: 0n,
  };
}

/** The rows of a new credit note. */
export interface ComposedCreditNote {
  readonly note: CreditNote;
  readonly items: readonly CreditNoteItem[];
  readonly taxes: readonly CreditNoteTax[];
}

/**
 * Computes the rows of a credit note.
 * @param issued the customer with its current time, and the local date of issue.
 * @returns null if rounding leaves nothing to credit. Source: credit-notes.md §1, §3.
 */
export function composeCreditNote(
  source: CreditSource,
  { items, amounts, parts, isVoided = false, ...draft }: CreditNoteDraft,
  issued: {
    readonly at: Date;
    readonly on: string;
    readonly customer: Pick<Customer, 'documentsNumberedAfter'>;
  },
): ComposedCreditNote | null {
  const { invoice, notes } = source;
  const computed = computeAmounts(source, amounts, parts);
  if (computed === null) return null;
  const { documentsNumberedAfter: lost } = issued.customer;
  const sequentialId = nextDocumentNumber(
    notes.at(-1)?.sequentialId ?? 0,
    isFromBeforeRestore(invoice.sequentialId, lost) ? lost : [],
  );
  const note: CreditNote = {
    id: newId(),
    organizationId: invoice.organizationId,
    customerId: invoice.customerId,
    invoiceId: invoice.id,
    sequentialId,
    number: numberOf(invoice, sequentialId),
    status: invoice.status === 'draft' ? 'draft' : 'finalized',
    issuingDate: issued.on,
    ...draft,
    creditStatus: 'available',
    currency: invoice.currency,
    ...computed,
    errorDetails: [],
    refundedAt: null,
    voidedAt: null,
    createdAt: issued.at,
    updatedAt: issued.at,
    ...(isVoided ? voidedBalance(issued.at) : {}),
  };
  return withLines(note, items, amounts);
}

/**
 * Recomputes the credit note of a draft invoice whose fees were replaced: it credits as much of the new fees. There is no
 * refund, since a draft is not paid.
 * @param source the invoice, without the note itself.
 * @returns null if nothing is left to credit. Source: credit-notes.md §5.1.
 */
export function recomposeCreditNote(
  source: CreditSource,
  note: CreditNote,
  items: readonly CreditedItem[],
): ComposedCreditNote | null {
  const amounts = amountsOf(source, items);
  const totalCents = amounts.worthCents;
  const isOffset = note.offsetAmountCents > 0n;
  const computed = computeAmounts(source, amounts, {
    creditAmountCents: isOffset ? 0n : totalCents,
    refundAmountCents: 0n,
    offsetAmountCents: isOffset ? totalCents : 0n,
  });
  return computed === null ? null : withLines({ ...note, ...computed }, items, amounts);
}

/** Finalizes the note of a draft invoice that was finalized; the part of the offset that is no longer due is credited. */
export function finalizedCreditNote(source: CreditSource, note: CreditNote, at: Date): CreditNote {
  return {
    ...note,
    ...partColumns(cappedParts(note, creditableInvoice(source))),
    status: 'finalized',
    number: numberOf(source.invoice, note.sequentialId),
    updatedAt: at,
  };
}

/** The columns of a note whose balance is voided. Source: credit-notes.md §6. */
export function voidedBalance(at: Date) {
  return { balanceAmountCents: 0n, creditStatus: 'voided' as const, voidedAt: at, updatedAt: at };
}

const NUMBER_DIGITS = 3;

function numberOf(invoice: Invoice, sequentialId: number): string {
  return `${invoice.number}-CN${String(sequentialId).padStart(NUMBER_DIGITS, '0')}`;
}

function computeAmounts(source: CreditSource, amounts: CreditNoteAmounts<TaxFacts>, split: CreditNoteParts) {
  const parts = cappedParts(adjustRounding(split, amounts), creditableInvoice(source));
  return totalOfParts(parts) > 0n ? { ...partColumns(parts), ...amountColumns(amounts) } : null;
}

function partColumns(parts: CreditNoteParts) {
  return {
    ...parts,
    totalAmountCents: totalOfParts(parts),
    balanceAmountCents: parts.creditAmountCents,
    refundStatus: parts.refundAmountCents > 0n ? ('pending' as const) : null,
  };
}

function amountColumns({
  subTotalExcludingTaxesAmountCents,
  couponsAdjustmentAmountCents,
  taxesAmountCents,
  ...amounts
}: CreditNoteAmounts<TaxFacts>) {
  return {
    subTotalExcludingTaxesAmountCents,
    couponsAdjustmentAmountCents,
    taxesAmountCents,
    preciseTotalAmountCents: amounts.preciseTotalAmountCents.toFixed(),
    preciseCouponsAdjustmentAmountCents: amounts.preciseCouponsAdjustmentAmountCents.toFixed(),
    preciseTaxesAmountCents: amounts.preciseTaxesAmountCents.toFixed(),
    taxesRatePercent: amounts.taxesRatePercent.toFixed(),
  };
}

function withLines(
  note: CreditNote,
  items: readonly CreditedItem[],
  { appliedTaxes }: CreditNoteAmounts<TaxFacts>,
): ComposedCreditNote {
  return {
    note,
    items: items.map((item) => itemRow(note, item)),
    taxes: appliedTaxes.map((applied) => taxRow(note, applied)),
  };
}

function itemRow(
  { id: creditNoteId, organizationId, currency, createdAt }: CreditNote,
  { fee, amountCents }: CreditedItem,
): CreditNoteItem {
  return {
    id: newId(),
    organizationId,
    creditNoteId,
    feeId: fee.fee.id,
    amountCents: roundHalfAwayFromZero(amountCents),
    preciseAmountCents: amountCents.toFixed(),
    currency,
    createdAt,
  };
}

function taxRow(
  { id: creditNoteId, organizationId, currency, createdAt }: CreditNote,
  { tax, baseAmountCents, amountCents }: CreditNoteAmounts<TaxFacts>['appliedTaxes'][number],
): CreditNoteTax {
  return {
    id: newId(),
    organizationId,
    creditNoteId,
    taxId: tax.isProvided ? null : tax.id,
    taxCode: tax.code,
    taxName: tax.name,
    taxDescription: tax.description,
    taxRatePercent: tax.ratePercent.toFixed(),
    currency,
    baseAmountCents,
    amountCents,
    createdAt,
  };
}
