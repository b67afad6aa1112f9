import { writeUbl } from '../../../core/e-invoicing/ubl.js';
import { creditNoteContent } from '../composing/credit-note-content.js';
import { creditNoteAsEInvoice, invoiceAsEInvoice } from '../composing/e-invoices.js';
import { invoiceContent } from '../composing/invoice-content.js';
import type { Fonts } from './fonts.js';
import { renderPdf } from './render-pdf.js';
import type { RenderedFile, RenderingTask } from './rendering-task.js';

/** Makes the files of a document. */
export async function renderDocument(
  { facts, mostLines }: RenderingTask,
  fonts: Fonts,
): Promise<RenderedFile[]> {
  const content =
    facts.documentType === 'invoice' ? invoiceContent(facts, mostLines) : creditNoteContent(facts, mostLines);
  const pdf: RenderedFile = { format: 'pdf', content: await renderPdf(content, fonts) };
  if (!facts.issuer.einvoicing) return [pdf];
  const xml = writeUbl(
    facts.documentType === 'invoice' ? invoiceAsEInvoice(facts) : creditNoteAsEInvoice(facts),
  );
  return [{ format: 'xml', content: new TextEncoder().encode(xml) }, pdf];
}
