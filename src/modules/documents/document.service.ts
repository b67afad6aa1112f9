import { hasEInvoices } from '../../core/e-invoicing/e-invoice.js';
import type { AddressForOthers, AddressInAnswer, Addresses } from '../../platform/addresses.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import type { ServedFile } from '../../platform/files/served-file.js';
import type { FileAddress, FileAddresses } from '../../platform/signing/file-addresses.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { PaymentReceipt } from '../payment-receipts/payment-receipt.table.js';
import type { DocumentsNeeds } from './documents.needs.js';
import { DELETE_FILES } from './delete-files.job.js';
import type { DocumentMaking } from './document-making.service.js';
import type { DraftDocuments } from './draft-documents.service.js';
import { documentFileRepository, type FileName } from './files/document-file.repository.js';
import { type FileFormat, isFileFormat } from './files/document-file.table.js';
import { CONTENT_TYPES, type DocumentStorage } from './files/document-storage.js';
import { type DocumentKey, type DocumentType, isDocumentType } from './facts/document-key.js';
import type { InvoiceAccounts } from './invoice-accounts.service.js';
import { paidCopyOf } from './rendering/paid-copy.js';
import type { UnmadeEInvoices } from './unmade-e-invoices.service.js';

interface Needs extends Pick<
  DocumentsNeeds,
  'billingEntities' | 'invoices' | 'creditNotes' | 'paymentReceipts'
> {
  readonly fileAddresses: FileAddresses;
  readonly documentMaking: DocumentMaking;
  readonly documentStorage: DocumentStorage;
  readonly draftDocuments: DraftDocuments;
  readonly invoiceAccounts: InvoiceAccounts;
  readonly unmadeEInvoices: UnmadeEInvoices;
}

/** An invoice whose file was asked for; the file of a draft is part of the answer. */
export type DownloadedInvoice = Invoice & { readonly draftDocument?: FileAddress | null };

/** The kind of record in the addresses of copies that are marked as paid. */
const PAID_KIND = 'paid_invoice';

/** True if nothing of a final invoice is due, and no payment of it was lost. */
export function isPaidInFull({ status, paymentStatus, paymentDisputeLostAt }: Invoice): boolean {
  return status === 'finalized' && paymentStatus === 'succeeded' && paymentDisputeLostAt === null;
}

/** The files that a document has. */
export type DocumentFiles = readonly FileName[];

/** A file of a document. */
export interface DocumentFileName extends DocumentKey {
  readonly organizationId: string;
  readonly format: FileFormat;
}

/** Finds the files of documents, and has them made for callers. Source: documents-and-emails.md §1, §4. */
export class DocumentService {
  constructor(private readonly needs: Needs) {}

  /** The files that documents have, by document id. */
  async files(
    db: Db,
    { organizationId }: Actor,
    documentType: DocumentType,
    ids: readonly string[],
  ): Promise<Map<string, DocumentFiles>> {
    const found = await documentFileRepository.findFormats(db, organizationId, documentType, ids);
    return groupBy(found, ({ documentId }) => documentId ?? '');
  }

  /** The address of a file. @param addresses of the caller; null for an address that others may read. */
  urlOf<Kind extends AddressInAnswer = AddressForOthers>(
    db: Db,
    addresses: Addresses<Kind> | null,
    file: DocumentFileName,
  ): Promise<Kind | AddressForOthers> {
    const { organizationId, documentType: kind, documentId: id, format: ending } = file;
    return this.needs.fileAddresses.urlOf(db, addresses, { organizationId, kind, id, ending });
  }

  /**
   * Makes the files of an invoice unless they exist.
   * @param format the file that the caller asks for.
   * @throws AppError `invoice_not_found` unless it is finalized or voided; `feature_unavailable` for an e-invoice that its
   *   billing entity does not issue.
   */
  async downloadInvoice(db: Db, actor: Actor, id: string, format: FileFormat): Promise<Invoice> {
    const { invoices } = this.needs;
    const invoice = await invoices.get(db, actor, id);
    if (invoice.status !== 'finalized' && invoice.status !== 'voided') throw notFound('invoice');
    await this.make(db, actor, { documentType: 'invoice', documentId: id }, { invoice, format });
    return invoices.get(db, actor, id);
  }

  /** As `downloadInvoice`; makes a document of a draft, whose address only this answer has. */
  async downloadInvoiceOrDraft(db: Db, actor: Actor, id: string): Promise<DownloadedInvoice> {
    const invoice = await this.needs.invoices.get(db, actor, id);
    if (invoice.status !== 'draft') return this.downloadInvoice(db, actor, id, 'pdf');
    return { ...invoice, draftDocument: await this.needs.draftDocuments.make(db, actor, invoice) };
  }

  /** The address of the document of a draft. @param addresses of the caller. */
  draftUrlOf<Kind extends AddressInAnswer>(
    db: Db,
    addresses: Addresses<Kind> | null,
    file: FileAddress,
  ): Promise<Kind | AddressForOthers> {
    return this.needs.fileAddresses.urlOf(db, addresses, file);
  }

  /** The address of the copy of an invoice's PDF that is marked as paid. @param addresses of the caller. */
  paidCopyUrlOf<Kind extends AddressInAnswer>(
    db: Db,
    addresses: Addresses<Kind> | null,
    { organizationId, id }: Pick<Invoice, 'id' | 'organizationId'>,
  ): Promise<Kind | AddressForOthers> {
    const file = { organizationId, kind: PAID_KIND, id, ending: 'pdf' };
    return this.needs.fileAddresses.urlOf(db, addresses, file);
  }

  /** The same for a credit note. @throws AppError `credit_note_not_found`; `feature_unavailable`. */
  async downloadCreditNote(db: Db, actor: Actor, id: string, format: FileFormat): Promise<CreditNote> {
    const { invoices, creditNotes } = this.needs;
    const note = await creditNotes.get(db, actor, id);
    const invoice = (await invoices.getMany(db, actor, [note.invoiceId])).get(note.invoiceId);
    if (invoice === undefined) throw notFound('invoice');
    await this.make(db, actor, { documentType: 'credit_note', documentId: id }, { invoice, format });
    return creditNotes.get(db, actor, id);
  }

  /** Makes the file of a receipt unless it exists. @throws AppError `payment_receipt_not_found`. */
  async downloadPaymentReceipt(db: Db, actor: Actor, id: string): Promise<PaymentReceipt> {
    const { paymentReceipts, documentMaking } = this.needs;
    const receipt = await paymentReceipts.get(db, actor, id);
    const key: DocumentKey = { documentType: 'payment_receipt', documentId: receipt.id };
    if ((await this.files(db, actor, key.documentType, [receipt.id])).size === 0)
      await documentMaking.makeNow(actor, key);
    return receipt;
  }

  private async make(
    db: Db,
    actor: Actor,
    key: DocumentKey,
    { invoice, format }: { readonly invoice: Invoice; readonly format: FileFormat },
  ): Promise<void> {
    const { billingEntities, documentMaking } = this.needs;
    const found = await documentFileRepository.findFormats(db, actor.organizationId, key.documentType, [
      key.documentId,
    ]);
    if (found.some((file) => file.format === format)) return;
    if (format === 'xml') {
      const { einvoicing } = await billingEntities.getWithArchived(db, actor, invoice.billingEntityId);
      const isIncomplete = found.some(({ eInvoiceProblems }) => eInvoiceProblems !== null);
      const isOffered = einvoicing && hasEInvoices(invoice.currency) && found.length === 0;
      if (!isOffered && !isIncomplete) throw new AppError('forbidden', 'feature_unavailable');
    }
    await documentMaking.makeNow(actor, key);
  }

  /** @returns null if the address names no document, and after the document was deleted. */
  async openAddressed(db: Db, actor: Actor, address: FileAddress): Promise<ServedFile | null> {
    const { draftDocuments } = this.needs;
    if (draftDocuments.isAddressed(address)) return draftDocuments.openAddressed(db, address);
    const { organizationId, kind, id, ending } = address;
    if (kind === PAID_KIND && ending === 'pdf') return this.openPaidCopy(db, actor, id);
    if (!isDocumentType(kind) || !isFileFormat(ending)) return null;
    return this.open(db, actor, { organizationId, documentType: kind, documentId: id, format: ending });
  }

  /** @returns null if the file does not exist, or not any more. */
  async open(db: Db, actor: Actor, { format, ...key }: DocumentFileName): Promise<ServedFile | null> {
    const place = await documentFileRepository.findPlace(db, actor.organizationId, key, format);
    const document = (await this.numbered(db, actor, key)).get(key.documentId);
    if (place === null || document === undefined) return null;
    const content = await this.needs.documentStorage.read(place);
    if (content === null) return null;
    const name = `${document.number.replaceAll('/', '-')}.${format}`;
    return { name, contentType: CONTENT_TYPES[format], disposition: 'inline', content };
  }

  /** @returns null unless the invoice is paid, also after a payment was lost. */
  private async openPaidCopy(db: Db, actor: Actor, invoiceId: string): Promise<ServedFile | null> {
    const invoice = (await this.needs.invoices.getMany(db, actor, [invoiceId])).get(invoiceId);
    if (invoice === undefined || !isPaidInFull(invoice)) return null;
    const { organizationId } = actor;
    const key = { organizationId, documentType: 'invoice', documentId: invoiceId } as const;
    const file = await this.open(db, actor, { ...key, format: 'pdf' });
    return file === null ? null : { ...file, content: paidCopyOf(file.content) };
  }

  /** The document, by its id. */
  private numbered(
    db: Db,
    actor: Actor,
    { documentType, documentId }: DocumentKey,
  ): Promise<Map<string, { readonly number: string }>> {
    const { invoices, creditNotes, paymentReceipts } = this.needs;
    switch (documentType) {
      case 'invoice':
        return invoices.getMany(db, actor, [documentId]);
      case 'credit_note':
        return creditNotes.getVisible(db, actor, [documentId]);
      case 'payment_receipt':
        return paymentReceipts.getMany(db, actor, [documentId]);
    }
  }

  /** Deletes the files of customers, before their documents. */
  async deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    await this.needs.draftDocuments.deleteForGood(tx, actor, customerIds);
    await this.needs.unmadeEInvoices.deleteForGood(tx, actor, customerIds);
    await this.needs.invoiceAccounts.deleteForGood(tx, actor, customerIds);
    const { organizationId } = actor;
    const storageKeys = await documentFileRepository.deleteOfCustomers(tx, organizationId, customerIds);
    if (storageKeys.length > 0) await DELETE_FILES.enqueue(tx, { storageKeys });
  }
}
