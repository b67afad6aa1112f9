import type { DocumentContent, Sum } from '../composing/document-content.js';
import { MARGIN } from './pages.js';
import { type Sheet, writeText } from './sheet.js';
import { INK, RULE, STYLES } from './styles.js';

/** The part of the width that the sums take, at the right. */
const SUMS_WIDTH = 0.56;
const AMOUNT_WIDTH = 0.36;
const GAP = 12;

/** Writes the sums below the lines, all on one page where they fit. */
export function writeSums(sheet: Sheet, { sums }: DocumentContent): void {
  const { pages } = sheet;
  const height = sums.reduce((total, sum) => total + sumHeight(sheet, sum), 0);
  if (height < 500) pages.reserve(height);
  for (const sum of sums) {
    pages.reserve(sumHeight(sheet, sum));
    writeSum(sheet, sum);
  }
  pages.y += 18;
}

function layoutOf({ pages }: Sheet) {
  const width = pages.width * SUMS_WIDTH;
  const left = pages.right - width;
  const amountWidth = width * AMOUNT_WIDTH;
  return { left, labelWidth: width - amountWidth - GAP, amountWidth, amountLeft: pages.right - amountWidth };
}

function sumHeight(sheet: Sheet, { label, isTotal }: Sum): number {
  const { typesetter } = sheet;
  const style = isTotal ? STYLES.total : STYLES.sum;
  const lines = typesetter.lines(label, style, layoutOf(sheet).labelWidth).length;
  return lines * typesetter.lineHeight(style) + (isTotal ? 22 : 4);
}

function writeSum(sheet: Sheet, sum: Sum): void {
  const { pages } = sheet;
  const { label, amount, isTotal } = sum;
  const { left, labelWidth, amountWidth, amountLeft } = layoutOf(sheet);
  const style = isTotal ? STYLES.total : STYLES.sum;
  const height = sumHeight(sheet, sum);
  if (isTotal) {
    pages.y += 5;
    pages.rule(INK, 0.8, left);
  }
  const y = pages.y + (isTotal ? 8 : 2);
  writeText(sheet, label, style, { x: left, y, width: labelWidth });
  writeText(
    sheet,
    amount,
    { ...style, isNumber: true },
    { x: amountLeft, y, width: amountWidth, align: 'right' },
  );
  pages.y += height - (isTotal ? 5 : 0);
}

/** Writes the notes and the footer of the billing entity. */
export function writeNotes(sheet: Sheet, { notes, footer }: DocumentContent): void {
  const { pages, typesetter } = sheet;
  for (const { label, text } of notes) {
    pages.reserve(typesetter.lineHeight(STYLES.label) + typesetter.lineHeight(STYLES.note));
    pages.y += writeText(sheet, label, STYLES.label, { x: pages.left, y: pages.y, width: pages.width });
    writeFlowing(sheet, text, STYLES.note);
    pages.y += 8;
  }
  if (footer === null || footer === '') return;
  pages.reserve(24 + typesetter.lineHeight(STYLES.footer));
  pages.rule(RULE);
  pages.y += 10;
  writeFlowing(sheet, footer, STYLES.footer);
}

/** Writes a text over the whole width, over several pages where it is long. */
function writeFlowing({ pages, typesetter }: Sheet, text: string, style: (typeof STYLES)['note']): void {
  const height = typesetter.lineHeight(style);
  for (const line of typesetter.lines(text, style, pages.width)) {
    pages.reserve(height);
    typesetter.write(line, style, { x: pages.left, y: pages.y });
    pages.y += height;
  }
}

/** Writes the number of the document and of the page at the foot of each page. */
export function writePageFeet(sheet: Sheet, { title, number, page }: DocumentContent): void {
  const { pdf, pages, typesetter } = sheet;
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(index);
    const y = pdf.page.height - MARGIN - typesetter.lineHeight(STYLES.foot) + 10;
    const half = pages.width / 2;
    writeText(sheet, `${title} ${number}`, STYLES.foot, { x: pages.left, y, width: half });
    writeText(sheet, page(index + 1, count), STYLES.foot, {
      x: pages.left + half,
      y,
      width: half,
      align: 'right',
    });
  }
}
