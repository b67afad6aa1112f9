import type { AddressInAnswer } from '../../platform/addresses.js';
import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { defineLoader } from '../../platform/api/loader.js';
import { OwnTransaction } from '../../platform/api/own-transaction.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { idInput, type IdInput } from '../../platform/api/members/shapes.js';
import { RestOnly } from '../../platform/api/members/surfaces.js';
import { CreditNotePayload } from '../credit-notes/api/credit-note-input.schema.js';
import { CreditNoteType } from '../credit-notes/api/credit-note.schema.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import { InvoicePayload, InvoiceType } from '../invoices/api/invoice.schema.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { PaymentReceiptPayload, PaymentReceiptType } from '../payment-receipts/payment-receipt.schema.js';
import type { PaymentReceipt } from '../payment-receipts/payment-receipt.table.js';
import {
  type DocumentFiles,
  type DocumentService,
  type DownloadedInvoice,
  isPaidInFull,
} from './document.service.js';
import type { FileFormat } from './files/document-file.table.js';
import type { DocumentType } from './facts/document-key.js';

const PDF_DESCRIPTION =
  'Address of the PDF; null until it is generated, soon after the document is finalized. Whoever has the address can ' +
  'read the file, without an API key and for as long as the document exists.';
const XML_DESCRIPTION =
  'Address of the e-invoice (UBL); null until it is generated, and if the billing entity does not issue e-invoices. ' +
  'Whoever has the address can read the file.';
const PROBLEMS_DESCRIPTION =
  'Missing values that prevent the e-invoice: members of the customer, and, with `billing_entity_` in front, those of its billing ' +
  'entity. It is generated once they are filled. Empty if nothing is missing, and without e-invoicing.';
const DOWNLOAD_RULES =
  'Waits up to 10 seconds; if that is not enough, the address is null, and the file is generated afterwards.';

export const DownloadInvoiceInput = idInput('DownloadInvoiceInput', {
  description: 'An invoice whose file is requested.',
});
export const DownloadCreditNoteInput = idInput('DownloadCreditNoteInput', {
  description: 'A credit note whose file is requested.',
});
export const DownloadPaymentReceiptInput = idInput('DownloadPaymentReceiptInput', {
  description: 'A payment receipt whose file is requested.',
});

function mayHaveFile(status: Invoice['status']): boolean {
  return status === 'finalized' || status === 'voided';
}

/** The addresses of files of documents, and why there is none, by the ids of documents of one type. */
class FileUrls {
  private readonly files = defineLoader<string, DocumentFiles>(
    ({ db, actor }, ids) => this.documents.files(db, actor, this.documentType, ids),
    () => [],
  );

  constructor(
    private readonly documents: DocumentService,
    private readonly documentType: DocumentType,
  ) {}

  async find(context: Context, documentId: string, format: FileFormat): Promise<AddressInAnswer | null> {
    const files = await context.load(this.files, documentId);
    if (!files.some((file) => file.format === format)) return null;
    const { organizationId } = context.actor;
    const file = { organizationId, documentType: this.documentType, documentId, format };
    return this.documents.urlOf(context.db, context.addresses, file);
  }

  async problems(context: Context, documentId: string): Promise<string[]> {
    const files = await context.load(this.files, documentId);
    return files.flatMap(({ eInvoiceProblems }) => eInvoiceProblems ?? []);
  }
}

@Resolver(() => InvoiceType)
export class InvoiceFilesResolver {
  private readonly urls: FileUrls;

  constructor(private readonly documents: DocumentService) {
    this.urls = new FileUrls(documents, 'invoice');
  }

  @FieldResolver(() => String, { nullable: true, description: PDF_DESCRIPTION })
  async fileUrl(
    @Root() invoice: DownloadedInvoice,
    @Ctx() context: Context,
  ): Promise<AddressInAnswer | null> {
    const { draftDocument } = invoice;
    if (draftDocument === undefined) return this.urlOf(invoice, context, 'pdf');
    const { db, addresses } = context;
    return draftDocument === null ? null : this.documents.draftUrlOf(db, addresses, draftDocument);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Address of a copy of the PDF that is marked "Paid" on each page; null until the invoice is paid in full and its PDF is ' +
      'generated. The PDF itself does not change. Whoever has the address can read the copy, as long as the invoice is paid.',
  })
  async paidCopyUrl(@Root() invoice: Invoice, @Ctx() context: Context): Promise<AddressInAnswer | null> {
    if (!isPaidInFull(invoice) || (await this.urlOf(invoice, context, 'pdf')) === null) return null;
    return this.documents.paidCopyUrlOf(context.db, context.addresses, invoice);
  }

  @FieldResolver(() => String, { nullable: true, description: XML_DESCRIPTION })
  xmlUrl(@Root() invoice: Invoice, @Ctx() context: Context): Promise<AddressInAnswer | null> {
    return this.urlOf(invoice, context, 'xml');
  }

  @FieldResolver(() => [String], { description: PROBLEMS_DESCRIPTION })
  eInvoiceProblems(@Root() { id, status }: Invoice, @Ctx() context: Context): Promise<string[]> | string[] {
    return mayHaveFile(status) ? this.urls.problems(context, id) : [];
  }

  @Mutation(() => InvoicePayload, {
    description:
      `Generates the PDF of a finalized or voided invoice unless it exists. ${DOWNLOAD_RULES} Of a draft it generates a marked ` +
      'document of its present figures, whose address is in this answer only and works for a day.',
  })
  @Permission('invoice', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['invoice'] })
  async downloadInvoice(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => DownloadInvoiceInput) { id }: IdInput,
  ): Promise<{ invoice: DownloadedInvoice }> {
    return { invoice: await this.documents.downloadInvoiceOrDraft(db, actor, id) };
  }

  @Mutation(() => InvoicePayload, {
    description: `Generates the e-invoice of a finalized or voided invoice unless it exists. ${DOWNLOAD_RULES}`,
  })
  @Permission('invoice', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['invoice'], forbidden: ['feature_unavailable'] })
  async downloadInvoiceXml(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => DownloadInvoiceInput, { description: 'The invoice whose e-invoice is generated.' })
    { id }: IdInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.documents.downloadInvoice(db, actor, id, 'xml') };
  }

  /** Invoices that are not final have no files, so none are looked up. */
  private async urlOf(
    { id, status }: Invoice,
    context: Context,
    format: FileFormat,
  ): Promise<AddressInAnswer | null> {
    return mayHaveFile(status) ? this.urls.find(context, id, format) : null;
  }
}

@Resolver(() => CreditNoteType)
export class CreditNoteFilesResolver {
  private readonly urls: FileUrls;

  constructor(private readonly documents: DocumentService) {
    this.urls = new FileUrls(documents, 'credit_note');
  }

  @FieldResolver(() => String, { nullable: true, description: PDF_DESCRIPTION })
  fileUrl(@Root() { id }: CreditNote, @Ctx() context: Context): Promise<AddressInAnswer | null> {
    return this.urls.find(context, id, 'pdf');
  }

  @FieldResolver(() => String, { nullable: true, description: XML_DESCRIPTION })
  xmlUrl(@Root() { id }: CreditNote, @Ctx() context: Context): Promise<AddressInAnswer | null> {
    return this.urls.find(context, id, 'xml');
  }

  @FieldResolver(() => [String], { description: PROBLEMS_DESCRIPTION })
  eInvoiceProblems(@Root() { id }: CreditNote, @Ctx() context: Context): Promise<string[]> {
    return this.urls.problems(context, id);
  }

  @Mutation(() => CreditNotePayload, {
    description: `Generates the PDF of a credit note unless it exists. ${DOWNLOAD_RULES}`,
  })
  @Permission('credit_note', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['credit note'] })
  async downloadCreditNote(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => DownloadCreditNoteInput) { id }: IdInput,
  ): Promise<{ creditNote: CreditNote }> {
    return { creditNote: await this.documents.downloadCreditNote(db, actor, id, 'pdf') };
  }

  @Mutation(() => CreditNotePayload, {
    description: `Generates the e-invoice of a credit note unless it exists. ${DOWNLOAD_RULES}`,
  })
  @Permission('credit_note', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['credit note'], forbidden: ['feature_unavailable'] })
  async downloadCreditNoteXml(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => DownloadCreditNoteInput, {
      description: 'The credit note whose e-invoice is generated.',
    })
    { id }: IdInput,
  ): Promise<{ creditNote: CreditNote }> {
    return { creditNote: await this.documents.downloadCreditNote(db, actor, id, 'xml') };
  }
}

@Resolver(() => PaymentReceiptType)
export class PaymentReceiptFilesResolver {
  private readonly urls: FileUrls;

  constructor(private readonly documents: DocumentService) {
    this.urls = new FileUrls(documents, 'payment_receipt');
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Address of the PDF; null until it is generated, soon after the payment. Whoever has the address can read the file, ' +
      'without an API key.',
  })
  fileUrl(@Root() { id }: PaymentReceipt, @Ctx() context: Context): Promise<AddressInAnswer | null> {
    return this.urls.find(context, id, 'pdf');
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Always null: e-invoicing knows no receipts.',
  })
  @RestOnly()
  xmlUrl(): null {
    return null;
  }

  @Mutation(() => PaymentReceiptPayload, {
    description: `Generates the PDF of a payment receipt unless it exists. ${DOWNLOAD_RULES}`,
  })
  @Permission('payment_receipt', 'write', { or: 'invoice' })
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['payment receipt'] })
  async downloadPaymentReceipt(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => DownloadPaymentReceiptInput) { id }: IdInput,
  ): Promise<{ paymentReceipt: PaymentReceipt }> {
    return { paymentReceipt: await this.documents.downloadPaymentReceipt(db, actor, id) };
  }
}
