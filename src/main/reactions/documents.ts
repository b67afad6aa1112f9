import type { RecordedChange } from '../../platform/activity/recorder.js';
import type { Reactions } from '../../platform/changes/changes.js';
import type { CreditNote } from '../../modules/credit-notes/records/credit-note.table.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import type { OwnedPaymentReceipt } from '../../modules/payment-receipts/payment-receipt.changes.js';
import type { Services } from '../capabilities.js';
import type { DocumentAreaChange } from './announced-changes.js';
import { ofInvoice } from './recorded-rows.js';
import type { Reactors } from './reactors.js';

/** Reactions to credit notes and payment receipts, and to the files of documents. */
export function documentReactions(
  { accountingDocuments, documentMails, documentMaking, refunds, reportRecorder, taxReports }: Services,
  { records }: Reactors,
): Reactions<DocumentAreaChange> {
  return {
    'credit_note.created': [
      (tx, actor, { note }) => reportRecorder.addCreditNote(tx, actor, note),
      records('credit_note.created', ofCreditNote),
      (tx, actor, { note }) => documentMaking.schedule(tx, actor, 'credit_note', [note.id]),
      (tx, actor, { note }) => refunds.request(tx, actor, note),
      (tx, actor, change) => taxReports.requestRefund(tx, actor, change),
      (tx, actor, change) => accountingDocuments.requestCreditNote(tx, actor, change),
    ],
    'credit_note.refunded': [(tx, actor, change) => accountingDocuments.requestRefund(tx, actor, change)],
    'credit_note.voided': [(tx, actor, change) => accountingDocuments.requestNoteVoid(tx, actor, change)],
    'invoice.generated': [
      records('invoice.generated', ofInvoice),
      async (tx, actor, change) => {
        if (change.hasNewPdf) await documentMails.sendInvoice(tx, actor, change);
      },
    ],
    'invoice.e_invoice_incomplete': [records('invoice.e_invoice_incomplete', ofInvoice)],
    'credit_note.generated': [
      records('credit_note.generated', ofCreditNote),
      async (tx, actor, change) => {
        if (change.hasNewPdf) await documentMails.sendCreditNote(tx, actor, change);
      },
    ],
    'payment_receipt.created': [
      records('payment_receipt.created', ofPaymentReceipt),
      (tx, actor, { receipt }) => documentMaking.schedule(tx, actor, 'payment_receipt', [receipt.id]),
    ],
    'payment_receipt.generated': [
      records('payment_receipt.generated', ofPaymentReceipt),
      (tx, actor, change) => documentMails.sendReceipt(tx, actor, change),
    ],
  };
}

function ofCreditNote({ note, customer }: { note: CreditNote; customer: Customer }): RecordedChange {
  return { row: note, externalCustomerId: customer.externalId };
}

function ofPaymentReceipt({ receipt, customer }: OwnedPaymentReceipt): RecordedChange {
  return { row: receipt, externalCustomerId: customer.externalId };
}
