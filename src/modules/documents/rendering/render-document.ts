import { writeCii } from '../../../core/e-invoicing/cii.js';
import { hasEInvoices } from '../../../core/e-invoicing/e-invoice.js';
import { writeUbl } from '../../../core/e-invoicing/ubl.js';
import type { DocumentContent } from '../composing/document-content.js';
import { creditNoteContent } from '../composing/credit-note-content.js';
import { creditNoteAsEInvoice, invoiceAsEInvoice } from '../composing/e-invoices.js';
import { invoiceContent } from '../composing/invoice-content.js';
import { paymentReceiptContent } from '../composing/payment-receipt-content.js';
import type { DocumentFacts } from '../facts/document-facts.js';
import type { Fonts } from './fonts.js';
import { renderPdf } from './render-pdf.js';
import type { RenderedFile, RenderingTask } from './rendering-task.js';

/** Makes the files of a document. */
export async function renderDocument(
  { facts, mostLines }: RenderingTask,
  fonts: Fonts,
): Promise<RenderedFile[]> {
  const content = contentOf(facts, mostLines);
  // The standard of e-invoices knows no draft, no receipt, and no thousandths.
  if (
    facts.isDraft ||
    !facts.issuer.einvoicing ||
    facts.documentType === 'payment_receipt' ||
    !hasEInvoices(facts.documentType === 'invoice' ? facts.invoice.currency : facts.note.currency)
  ) {
    return [{ format: 'pdf', ...(await renderPdf(content, fonts)) }];
  }
  const eInvoice = facts.documentType === 'invoice' ? invoiceAsEInvoice(facts) : creditNoteAsEInvoice(facts);
  const utf8 = new TextEncoder();
  const cii = { content: utf8.encode(writeCii(eInvoice)), createdAt: content.createdAt };
  return [
    { format: 'xml', content: utf8.encode(writeUbl(eInvoice)), missingCharacters: [] },
    { format: 'pdf', ...(await renderPdf(content, fonts, cii)) },
  ];
}

function contentOf(facts: DocumentFacts, mostLines: number): DocumentContent {
  switch (facts.documentType) {
    case 'invoice':
      return invoiceContent(facts, mostLines);
    case 'credit_note':
      return creditNoteContent(facts, mostLines);
    case 'payment_receipt':
      return paymentReceiptContent(facts, mostLines);
  }
}
