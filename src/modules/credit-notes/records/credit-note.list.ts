import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type CreditNote, creditNotes } from './credit-note.table.js';

export const creditNoteOrders: ListOrders<CreditNote> = {
  standard: newestFirst(creditNotes),
  fields: {
    created_at: ascending(creditNotes, 'createdAt'),
    issuing_date: ascending(creditNotes, 'issuingDate'),
    total_amount_cents: ascending(creditNotes, 'totalAmountCents'),
  },
};
