import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { CreditNote } from './records/credit-note.table.js';

export type CreditNoteChange =
  | ChangeOf<'credit_note.created', { note: CreditNote; invoice: Invoice; customer: Customer }>
  /** `refunded`: its refund has succeeded. `voided`: what was left of its credit. */
  | ChangeOf<'credit_note.refunded' | 'credit_note.voided', { note: CreditNote; customer: Customer }>;
