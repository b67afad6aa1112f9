import type { DocumentType } from '../documents/facts/document-key.js';

/** The word by which a billing entity turns the e-mails of a kind of document on. Source: documents-and-emails.md §5. */
export const EMAIL_SETTINGS = {
  invoice: 'invoice.finalized',
  credit_note: 'credit_note.created',
  payment_receipt: 'payment_receipt.created',
} as const satisfies Record<DocumentType, string>;

/** The resource of the log entry of an e-mail about a document. Source: logs.md §2. */
export const RESOURCE_TYPES = {
  invoice: 'Invoice',
  credit_note: 'CreditNote',
  payment_receipt: 'PaymentReceipt',
} as const satisfies Record<DocumentType, string>;
