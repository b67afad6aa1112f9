import type { CreditNote } from './credit-note.table.js';
import type { DocumentFilter } from '../../invoices/records/document-filter.input.js';

export const CREDIT_NOTE_PARTS = ['credit', 'refund', 'offset'] as const;

type CreditNotePart = (typeof CREDIT_NOTE_PARTS)[number];

/** Filters credit notes. All conditions must be met; ranges include both ends. */
export interface CreditNoteFilter extends DocumentFilter {
  readonly reason?: CreditNote['reason'] | null;
  readonly creditStatus?: CreditNote['creditStatus'] | null;
  readonly refundStatus?: CreditNote['refundStatus'];
  readonly types?: readonly CreditNotePart[] | null;
  readonly invoiceNumber?: string | null;
  readonly selfBilled?: boolean | null;
  readonly purchaseOrderNumber?: string | null;
}
