import type { FieldErrorCode } from '../../../platform/errors/error-codes.js';
import {
  type CreditNoteAmounts,
  type CreditNoteParts,
  totalOfParts,
} from '../../../core/credit-notes/credit-note-amounts.js';
import {
  type CreditableInvoice,
  creditNoteBounds,
  isPaidButUnsettled,
} from '../../../core/credit-notes/credit-note-limits.js';
import { Big } from '../../../core/money/decimal.js';
import { invalid, notAllowed, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitText, TEXT_LENGTH } from '../../../platform/errors/input-rules.js';
import { checkMetadata, type MetadataMap } from '../../../platform/metadata/metadata-map.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { CreateCreditNote, SentCreditNoteItem } from '../records/credit-note.input.js';
import { creditableOf, type CreditedItem, type CreditSource } from './credit-source.js';

/** Requires an issued invoice, voided or not. @throws AppError `invalid_type_or_status`. Source: credit-notes.md §1. */
export function checkInvoice({ status }: Invoice): void {
  if (status !== 'finalized' && status !== 'voided') throw notAllowed('invalid_type_or_status');
}

/**
 * Requires an active wallet behind an invoice of bought credits; until they are paid, they can only be offset.
 * @throws AppError `invalid_type_or_status`. Source: credit-notes.md §2.
 */
export function checkPurchase({ invoice, purchase }: CreditSource, isOffsetOnly: boolean): void {
  if (purchase === null) return;
  const isPaid = invoice.paymentStatus === 'succeeded';
  if (!purchase.isUsable || (!isPaid && !isOffsetOnly)) throw notAllowed('invalid_type_or_status');
}

/** Validates description and metadata of a note. @returns the metadata. @throws AppError `validation_errors`. */
export function checkTexts({
  description,
  metadata,
}: Pick<CreateCreditNote, 'description' | 'metadata'>): MetadataMap | null {
  const errors = new FieldErrors();
  limitText(errors, 'description', description, TEXT_LENGTH);
  const checked = checkMetadata(errors, metadata ?? null);
  errors.throwIfAny();
  return checked;
}

/**
 * Validates the items of a note; items of the same fee are limited together.
 * @throws AppError `fee_not_found`; `validation_errors`, at the first invalid item. Source: credit-notes.md §2.
 */
export function checkItems(
  { fees, purchase }: CreditSource,
  items: readonly SentCreditNoteItem[],
): CreditedItem[] {
  const left = new Map(fees.map((source) => [source.fee.id, creditableOf(source)]));
  let purchaseLeftCents = purchase?.leftCents ?? null;
  return items.map(({ feeId, amountCents }) => {
    const fee = fees.find((source) => source.fee.id === feeId);
    if (fee === undefined) throw notFound('fee');
    if (amountCents < 0n) throw invalid({ amountCents: ['invalid_value'] });
    const leftCents = (left.get(feeId) ?? 0n) - amountCents;
    if (leftCents < 0n) throw invalid({ amountCents: ['higher_than_remaining_fee_amount'] });
    left.set(feeId, leftCents);
    if (purchaseLeftCents !== null) {
      purchaseLeftCents -= amountCents;
      if (purchaseLeftCents < 0n) throw invalid({ amountCents: ['higher_than_wallet_balance'] });
    }
    return { fee, amountCents: new Big(amountCents) };
  });
}

interface PartsCase {
  readonly parts: CreditNoteParts;
  /** Worth of the items including coupons and taxes, in whole cents. */
  readonly worthCents: bigint;
  readonly invoice: CreditableInvoice;
  readonly bounds: ReturnType<typeof creditNoteBounds>;
}

interface PartsCheck {
  readonly member: 'creditAmountCents' | 'refundAmountCents' | 'offsetAmountCents' | 'base';
  readonly code: FieldErrorCode;
  readonly fails: (requested: PartsCase) => boolean;
}

/** The checks in the table of credit-notes.md §2, and that no part is negative. */
const CHECKS: readonly PartsCheck[] = [
  ...(['creditAmountCents', 'refundAmountCents', 'offsetAmountCents'] as const).map((member): PartsCheck => ({
    member,
    code: 'value_is_out_of_range',
    fails: ({ parts }: PartsCase) => parts[member] < 0n,
  })),
  {
    member: 'refundAmountCents',
    code: 'cannot_refund_unpaid_invoice',
    fails: ({ parts, invoice }) =>
      parts.refundAmountCents > 0n && (isPaidButUnsettled(invoice) || invoice.totalPaidAmountCents <= 0n),
  },
  {
    member: 'base',
    code: 'does_not_match_item_amounts',
    fails: ({ parts, worthCents }) => {
      const off = totalOfParts(parts) - worthCents;
      return off > 1n || off < -1n;
    },
  },
  {
    member: 'creditAmountCents',
    code: 'cannot_credit_invoice',
    fails: ({ parts, invoice }) => invoice.purchaseLeftCents !== null && parts.creditAmountCents > 0n,
  },
  {
    member: 'offsetAmountCents',
    code: 'cannot_apply_to_paid_invoice',
    fails: ({ parts, invoice }) =>
      invoice.purchaseLeftCents !== null && parts.offsetAmountCents > 0n && invoice.totalPaidAmountCents > 0n,
  },
  {
    member: 'offsetAmountCents',
    code: 'not_equal_to_total_amount',
    fails: ({ parts, invoice }) =>
      invoice.purchaseLeftCents !== null &&
      parts.offsetAmountCents > 0n &&
      parts.offsetAmountCents !== invoice.totalAmountCents,
  },
  ...(['creditAmountCents', 'refundAmountCents', 'offsetAmountCents'] as const).map((member): PartsCheck => ({
    member,
    code: 'higher_than_remaining_invoice_amount',
    fails: ({ parts, bounds }: PartsCase) => parts[member] > 0n && parts[member] > bounds[member],
  })),
  {
    member: 'base',
    code: 'higher_than_remaining_invoice_amount',
    fails: ({ parts, bounds }) => totalOfParts(parts) > bounds.totalAmountCents,
  },
  {
    member: 'base',
    code: 'total_amount_must_be_positive',
    fails: ({ parts }) => totalOfParts(parts) <= 0n,
  },
];

/** @throws AppError `validation_errors` with all invalid parts. */
export function checkParts(
  parts: CreditNoteParts,
  amounts: CreditNoteAmounts<unknown>,
  invoice: CreditableInvoice,
): void {
  const { worthCents } = amounts;
  const requested: PartsCase = { parts, worthCents, invoice, bounds: creditNoteBounds(invoice) };
  const errors = new FieldErrors();
  for (const { member, code, fails } of CHECKS) if (fails(requested)) errors.add(member, code);
  errors.throwIfAny();
}
