import PDFDocument from 'pdfkit';
import { languageOf } from '../wording/languages.js';
import { Fonts } from './fonts/fonts.js';
import { drawAcross, drawLine } from './pages/page-marks.js';
import { type PageSize, withContentBelow } from './pdf/pdf-update.js';
import { MARGIN } from './pages/pages.js';
import { PAID_MARK, STYLES } from './pages/styles.js';
import { Typesetter } from './text/typesetter.js';

/** As the marks of `markPages`, in points. */
const MARK_BASELINE = 27;

/** The operators that draw the mark, by the language and the size of the pages: a document's language has one size or two. */
const drawn = new Map<string, string>();

/** A copy of the file of a document, marked as paid under what is on its pages (docs/adr/0153). */
export function paidCopyOf(file: Uint8Array): Uint8Array {
  return withContentBelow(file, (size, language) => {
    const { wording } = languageOf(language);
    const key = `${wording.paidMark} ${String(size.width)} ${String(size.height)}`;
    let content = drawn.get(key);
    if (content === undefined) {
      content = draw(wording.paidMark, size, language);
      drawn.set(key, content);
    }
    return content;
  });
}

/** The mark in outlines, large across the page and small at the top: a copy embeds no fonts of its own. */
function draw(text: string, { width, height }: PageSize, language: string): string {
  const pdf = new PDFDocument({ size: [width, height], margin: 0 });
  const typesetter = new Typesetter(pdf, new Fonts(), [language]);
  drawAcross({ pdf, typesetter }, text, PAID_MARK);
  const { paidMark: style } = STYLES;
  // At the right: at the left are the marks of documents that are none.
  for (const line of typesetter.lines(text, style, width)) {
    const x = width - MARGIN - line.width;
    drawLine(pdf, line, { x, baseline: MARK_BASELINE, size: style.size, color: style.color });
  }
  // Missing in the types of pdfkit: what is written of the page, before it is compressed.
  const { content } = pdf.page as unknown as { readonly content: { readonly buffer: readonly Buffer[] } };
  return `q\n/Artifact BMC\n${Buffer.concat(content.buffer).toString('latin1')}\nEMC\nQ\n`;
}
