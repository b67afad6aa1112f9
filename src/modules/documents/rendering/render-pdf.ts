import PDFDocument from 'pdfkit';
import type { DocumentContent } from '../composing/document-content.js';
import type { Fonts } from './fonts.js';
import { writeHead } from './head.js';
import { Pages, MARGIN } from './pages.js';
import { writePageFeet, writeNotes, writeSums } from './sums.js';
import { writeSections } from './sections.js';
import { Typesetter } from './typesetter.js';

/** Renders a document. The same content always gives the same bytes. */
export async function renderPdf(content: DocumentContent, fonts: Fonts): Promise<Uint8Array> {
  const { title, number, brand, createdAt, language, paper } = content;
  const pdf = new PDFDocument({
    size: paper,
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: { Title: `${title} ${number}`, Author: brand, Creator: 'Tollgate', CreationDate: createdAt },
  });
  const finished = bytesOf(pdf);
  const sheet = { pdf, pages: new Pages(pdf), typesetter: new Typesetter(pdf, fonts) };
  sheet.pages.y = MARGIN;
  writeHead(sheet, content);
  writeSections(sheet, content);
  writeSums(sheet, content);
  writeNotes(sheet, content);
  writePageFeet(sheet, content);
  pdf.end();
  return finished;
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
