import type { CreditNote } from './credit-note.table.js';

/** What is to be given back of a fee, before coupons and taxes. */
export interface SentCreditNoteItem {
  readonly feeId: string;
  readonly amountCents: bigint;
}

/** What is to be given back of an invoice. */
export interface EstimateCreditNote {
  readonly invoiceId: string;
  readonly items: readonly SentCreditNoteItem[];
}

/** A credit note. Its parts include taxes, and are what its items are worth together. */
export interface CreateCreditNote extends EstimateCreditNote {
  readonly reason?: CreditNote['reason'] | null;
  readonly description?: string | null;
  readonly creditAmountCents?: bigint | null;
  readonly refundAmountCents?: bigint | null;
  readonly offsetAmountCents?: bigint | null;
  readonly metadata?: Record<string, unknown> | null;
}

/** Changes of a credit note; what is left out stays as it is. */
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
