import type { DocumentContent, Sum } from '../../composing/document-content.js';
import { MARGIN } from './pages.js';
import { type Sheet, writeFlowing, writePart, writeText } from './document-sheet.js';
import type { TextStyle } from '../text/shaped-text.js';
import { RULE, STYLES } from './styles.js';

/** The part of the width that the sums take, at the right. */
const SUMS_WIDTH = 0.56;
const AMOUNT_WIDTH = 0.36;
const MOST_AMOUNT_WIDTH = 0.7;
const GAP = 12;

/** Sums that are higher may be divided between pages. */
const HIGHEST = 500;

/** The height of the sums, which stay together and with the last line; 0 if they are too many for that. */
export function sumsHeight(sheet: Sheet, { sums }: DocumentContent): number {
  const layout = layoutOf(sheet, sums);
  const height = sums.reduce((total, sum) => total + sumHeight(sheet, sum, layout), 0);
  return height < HIGHEST ? height : 0;
}

/** Writes the sums below the lines, all on one page where they fit. */
export function writeSums(sheet: Sheet, content: DocumentContent): void {
  const { pages, structure } = sheet;
  const { sums } = content;
  const layout = layoutOf(sheet, sums);
  pages.reserve(sumsHeight(sheet, content));
  structure.part('Table', () => {
    for (const sum of sums) {
      pages.reserve(sumHeight(sheet, sum, layout));
      structure.part('TR', () => {
        writeSum(sheet, sum, layout);
      });
    }
  });
  pages.y += 18;
}

type Layout = ReturnType<typeof layoutOf>;

/** Amounts are never broken: their column is as wide as the widest of them. */
function layoutOf({ pages, typesetter }: Sheet, sums: readonly Sum[]) {
  const width = pages.width * SUMS_WIDTH;
  const left = pages.right - width;
  const widest = Math.max(0, ...sums.map((sum) => typesetter.width(sum.amount, numberStyleOf(sum))));
  const amountWidth = Math.min(Math.max(width * AMOUNT_WIDTH, widest + 1), width * MOST_AMOUNT_WIDTH);
  return { left, labelWidth: width - amountWidth - GAP, amountWidth, amountLeft: pages.right - amountWidth };
}

function numberStyleOf({ isTotal }: Sum): TextStyle {
  return { ...(isTotal ? STYLES.total : STYLES.sum), isNumber: true };
}

function sumHeight(sheet: Sheet, { label, isTotal }: Sum, { labelWidth }: Layout): number {
  const { typesetter } = sheet;
  const style = isTotal ? STYLES.total : STYLES.sum;
  const lines = typesetter.lines(label, style, labelWidth).length;
  return lines * typesetter.lineHeight(style) + (isTotal ? 22 : 4);
}

function writeSum(sheet: Sheet, sum: Sum, layout: Layout): void {
  const { pages } = sheet;
  const { label, amount, isTotal } = sum;
  const { left, labelWidth, amountWidth, amountLeft } = layout;
  const style = isTotal ? STYLES.total : STYLES.sum;
  const height = sumHeight(sheet, sum, layout);
  if (isTotal) {
    pages.y += 5;
    pages.rule(sheet.accent, 0.8, left);
  }
  const y = pages.y + (isTotal ? 8 : 2);
  const labelPlace = { x: left, y, width: labelWidth };
  sheet.structure.part('TH', () => writeText(sheet, label, style, labelPlace), { scope: 'Row' });
  const amountPlace = { x: amountLeft, y, width: amountWidth, align: 'right' } as const;
  writePart(sheet, 'TD', amount, numberStyleOf(sum), amountPlace);
  pages.y += height - (isTotal ? 5 : 0);
}

/** Writes the notes, and the footer of the billing entity at the bottom of the last page. */
export function writeNotes(sheet: Sheet, { notes, footer }: DocumentContent): void {
  const { pages, typesetter } = sheet;
  for (const { label, text } of notes) {
    pages.reserve(typesetter.lineHeight(STYLES.label) + typesetter.lineHeight(STYLES.note));
    const place = { x: pages.left, y: pages.y, width: pages.width };
    pages.y += writePart(sheet, 'H2', label, STYLES.label, place);
    writeFlowing(sheet, 'P', text, STYLES.note, { x: pages.left, width: pages.width });
    pages.y += 8;
  }
  if (footer === null || footer === '') return;
  const lines = typesetter.lines(footer, STYLES.footer, pages.width).length;
  const height = 10 + lines * typesetter.lineHeight(STYLES.footer);
  pages.reserve(Math.min(height, HIGHEST));
  pages.y = Math.max(pages.y, pages.bottom - height);
  pages.rule(RULE);
  pages.y += 10;
  writeFlowing(sheet, 'P', footer, STYLES.footer, { x: pages.left, width: pages.width });
}

/** Writes the number of the document and of the page at the foot of each page. */
export function writePageFeet(sheet: Sheet, { title, number, page }: DocumentContent): void {
  const { pdf, pages, typesetter, structure } = sheet;
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(index);
    const y = pdf.page.height - MARGIN - typesetter.lineHeight(STYLES.foot) + 10;
    const width = pages.width / 2;
    structure.artifact(() => {
      writeText(sheet, `${title} ${number}`, STYLES.foot, { x: pages.left, y, width });
      writeText(sheet, page(index + 1, count), STYLES.foot, {
        ...{ x: pages.left + width, y, width },
        align: 'right',
      });
    });
  }
}
