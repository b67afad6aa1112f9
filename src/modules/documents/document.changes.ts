import type { ChangeOf } from '../../platform/changes/changes.js';
import type { CreditNote } from '../credit-notes/credit-note.table.js';
import type { Customer } from '../customers/customer.table.js';
import type { OwnedPaymentReceipt } from '../payment-receipts/payment-receipt.changes.js';
import type { Invoice } from '../invoices/records/invoice.table.js';

/** The files of a document exist. */
export type DocumentChange =
  | ChangeOf<'invoice.generated', { invoice: Invoice; customer: Customer }>
  | ChangeOf<'credit_note.generated', { note: CreditNote; customer: Customer }>
  | ChangeOf<'payment_receipt.generated', OwnedPaymentReceipt>;
