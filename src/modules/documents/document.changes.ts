import type { ChangeOf } from '../../platform/changes/changes.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { OwnedPaymentReceipt } from '../payment-receipts/payment-receipt.changes.js';
import type { Invoice } from '../invoices/records/invoice.table.js';

/** A document whose files exist. */
export type GeneratedDocument =
  | ChangeOf<'invoice.generated', { invoice: Invoice; customer: Customer }>
  | ChangeOf<'credit_note.generated', { note: CreditNote; customer: Customer }>
  | ChangeOf<'payment_receipt.generated', OwnedPaymentReceipt>;

export type DocumentChange =
  | (GeneratedDocument & {
      /** False if only its e-invoice is new, which was incomplete before. */
      readonly hasNewPdf: boolean;
    })
  | ChangeOf<'invoice.e_invoice_incomplete', { invoice: Invoice; customer: Customer }>;
