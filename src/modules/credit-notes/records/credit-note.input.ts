import type { CreditNote } from './credit-note.table.js';

/** The amount to credit of a fee, before coupons and taxes. */
export interface SentCreditNoteItem {
  readonly feeId: string;
  readonly amountCents: bigint;
}

/** The items to credit of an invoice. */
export interface EstimateCreditNote {
  readonly invoiceId: string;
  readonly items: readonly SentCreditNoteItem[];
}

/** A new credit note. Its parts include taxes; together they must equal the worth of its items. */
export interface CreateCreditNote extends EstimateCreditNote {
  readonly reason?: CreditNote['reason'] | null;
  readonly description?: string | null;
  readonly creditAmountCents?: bigint | null;
  readonly refundAmountCents?: bigint | null;
  readonly offsetAmountCents?: bigint | null;
  readonly metadata?: Record<string, unknown> | null;
}

/** An invoice to void. The amounts, in cents, count only if credit notes are requested. */
export interface VoidInvoice {
  readonly id: string;
  readonly generateCreditNote?: boolean | null;
  readonly creditAmount?: bigint | null;
  readonly refundAmount?: bigint | null;
}

/** Changes of a credit note; omitted members stay as they are. */
export interface UpdateCreditNote {
  readonly id: string;
  readonly refundStatus?: CreditNote['refundStatus'];
  readonly metadata?: Record<string, unknown> | null;
}

export interface SetCreditNoteMetadata {
  readonly id: string;
  readonly metadata?: Record<string, unknown> | null;
}

export interface MergeCreditNoteMetadata {
  readonly id: string;
  readonly metadata?: Record<string, unknown> | null;
}

export interface DeleteCreditNoteMetadata {
  readonly id: string;
  readonly key?: string | null;
}
