import { writeCii } from '../../../core/e-invoicing/cii.js';
import type { EInvoice } from '../../../core/e-invoicing/e-invoice.js';
import { writeUbl } from '../../../core/e-invoicing/ubl.js';
import type { DocumentContent } from '../composing/document-content.js';
import { creditNoteContent } from '../composing/credit-note-content.js';
import { eInvoiceOf } from '../composing/e-invoices.js';
import { invoiceContent } from '../composing/invoice-content.js';
import { paymentReceiptContent } from '../composing/payment-receipt-content.js';
import type { DocumentFacts } from '../facts/document-facts.js';
import type { Fonts } from './fonts/fonts.js';
import { renderPdf } from './render-pdf.js';
import type { RenderedFile, RenderingTask } from './threads/rendering-task.js';

/** Makes the files of a document. */
export async function renderDocument(
  { facts, mostLines, only }: RenderingTask,
  fonts: Fonts,
): Promise<RenderedFile[]> {
  const eInvoice = eInvoiceOf(facts);
  if (only === 'xml') return eInvoice === null ? [] : [xmlOf(eInvoice)];
  const content = contentOf(facts, mostLines);
  if (eInvoice === null) return [{ format: 'pdf', ...(await renderPdf(content, fonts)) }];
  const cii = { content: UTF8.encode(writeCii(eInvoice)), createdAt: content.createdAt };
  return [xmlOf(eInvoice), { format: 'pdf', ...(await renderPdf(content, fonts, cii)) }];
}

const UTF8 = new TextEncoder();

function xmlOf(eInvoice: EInvoice): RenderedFile {
  return { format: 'xml', content: UTF8.encode(writeUbl(eInvoice)), missingCharacters: [] };
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
