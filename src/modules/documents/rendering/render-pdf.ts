import PDFDocument from 'pdfkit';
import { escapeXml } from '../../../core/e-invoicing/xml.js';
import type { DocumentContent } from '../composing/document-content.js';
import { type Attachment, attachFacturX } from './pdf/factur-x.js';
import type { Fonts } from './fonts/fonts.js';
import { writeHead } from './pages/document-head.js';
import { isCmykJpeg } from './images/drawable-jpeg.js';
import { markPages } from './pages/page-marks.js';
import { Pages, MARGIN } from './pages/pages.js';
import { writePageFeet, sumsHeight, writeNotes, writeSums } from './pages/document-sums.js';
import { writePayment } from './pages/payment-part.js';
import type { RenderedFile } from './threads/rendering-task.js';
import { writeSections } from './pages/sections.js';
import { readable } from '../../../platform/colors/readable-color.js';
import { Structure } from './pdf/structure.js';
import { INK } from './pages/styles.js';
import { Typesetter } from './text/typesetter.js';

/**
 * Renders a document; with an e-invoice to carry as PDF/A-3, which the standards of such files require. The same content always gives the
 * same bytes.
 */
export async function renderPdf(
  content: DocumentContent,
  fonts: Fonts,
  eInvoice: Attachment | null = null,
): Promise<Omit<RenderedFile, 'format'>> {
  const { title, number, brand, createdAt, language, paper } = content;
  const pdf = new PDFDocument({
    size: paper,
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    tagged: true,
    displayTitle: true,
    info: { Title: `${title} ${number}`, Author: brand, Creator: 'Tollgate', CreationDate: createdAt },
    ...(eInvoice !== null && { subset: 'PDF/A-3b' }),
  });
  escapeMetadata(pdf);
  const finished = bytesOf(pdf);
  const typesetter = new Typesetter(pdf, fonts, content.places);
  const structure = new Structure(pdf);
  const sheet = {
    pdf,
    pages: new Pages(pdf, structure),
    typesetter,
    structure,
    accent: content.color === null ? INK : readable(content.color),
  };
  sheet.pages.y = MARGIN;
  markPages(sheet, content);
  writeHead(sheet, eInvoice === null ? content : withDefinedColors(content));
  writeSections(sheet, content, sumsHeight(sheet, content));
  writeSums(sheet, content);
  writePayment(sheet, content);
  writeNotes(sheet, content);
  writePageFeet(sheet, content);
  structure.end();
  if (eInvoice !== null) attachFacturX(pdf, eInvoice);
  pdf.end();
  return { content: await finished, missingCharacters: [...typesetter.missing] };
}

/** A logo in CMYK would make a PDF/A invalid: the name of its entity takes its place. */
function withDefinedColors(content: DocumentContent): DocumentContent {
  const { logo } = content;
  return logo !== null && isCmykJpeg(Buffer.from(logo.bytes)) ? { ...content, logo: null } : content;
}

/** pdfkit copies the title and the author into the XML of the metadata as they are; at that time it has stored its other copy. */
function escapeMetadata(pdf: PDFKit.PDFDocument): void {
  const end = pdf.endMetadata.bind(pdf);
  pdf.endMetadata = () => {
    const { Title = '', Author = '' } = pdf.info;
    Object.assign(pdf.info, { Title: escapeXml(Title), Author: escapeXml(Author) });
    end();
  };
}

function bytesOf(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => {
      resolve(new Uint8Array(Buffer.concat(chunks)));
    });
    pdf.on('error', reject);
  });
}
