import type { CreditNote } from './credit-note.table.js';
import type { DocumentFilter } from '../invoices/records/document-filter.input.js';

export const CREDIT_NOTE_PARTS = ['credit', 'refund', 'offset'] as const;

type CreditNotePart = (typeof CREDIT_NOTE_PARTS)[number];

/** Which credit notes to list; conditions are and-ed, both ends of a span are in it. */
export interface CreditNoteFilter extends DocumentFilter {
  readonly reason?: CreditNote['reason'] | null;
  readonly creditStatus?: CreditNote['creditStatus'] | null;
  readonly refundStatus?: CreditNote['refundStatus'];
  readonly types?: readonly CreditNotePart[] | null;
  readonly invoiceNumber?: string | null;
  readonly selfBilled?: boolean | null;
  readonly purchaseOrderNumber?: string | null;
}
