import type { DocumentContent, HowToPay } from '../../composing/document-content.js';
import { type Sheet, writePart, writeText } from './document-sheet.js';
import { qrCodeOf } from '../images/qr-code.js';
import { INK, STYLES } from './styles.js';

/** The side of the code: one inch, more than the two centimetres that the EPC asks for. */
const CODE_SIZE = 72;
/** Nothing stands nearer to the code than four of its modules. */
const QUIET = 8;
const LABEL_WIDTH = 0.3;
const GAP = 12;
const LINE_GAP = 2;

/** Writes how an invoice is paid, below its sums and all on one page. */
export function writePayment(sheet: Sheet, { payment }: Pick<DocumentContent, 'payment'>): void {
  if (payment === null) return;
  const { pages, structure } = sheet;
  const columns = columnsOf(sheet, payment);
  const height = Math.max(textHeight(sheet, payment, columns), codeHeight(sheet, payment));
  pages.reserve(height);
  const top = pages.y;
  structure.part('Sect', () => {
    const { left: x, width } = pages;
    pages.y += writePart(sheet, 'H2', payment.title, STYLES.section, { x, y: top, width }) + LINE_GAP;
    structure.part('L', () => {
      for (const { label, text } of payment.facts) {
        structure.part('LI', () => {
          const { y } = pages;
          const labelHeight = writePart(sheet, 'Lbl', label, STYLES.sum, { x, y, width: columns.label });
          const place = { x: columns.textLeft, y, width: columns.text };
          pages.y = y + Math.max(labelHeight, writePart(sheet, 'LBody', text, STYLES.fact, place)) + LINE_GAP;
        });
      }
    });
    if (payment.code !== null) writeCode(sheet, payment.code, payment.codeLabel, top);
  });
  pages.y = top + height + 14;
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf({ pages }: Sheet, { code }: HowToPay) {
  const width = pages.width - (code === null ? 0 : 2 * CODE_SIZE);
  const label = (width - GAP) * LABEL_WIDTH;
  return { label, textLeft: pages.left + label + GAP, text: width - GAP - label };
}

function textHeight({ typesetter }: Sheet, { title, facts }: HowToPay, { label, text }: Columns): number {
  const { section, sum, fact } = STYLES;
  const heights = facts.map((each) =>
    Math.max(
      typesetter.lines(each.label, sum, label).length * typesetter.lineHeight(sum),
      typesetter.lines(each.text, fact, text).length * typesetter.lineHeight(fact),
    ),
  );
  const titleHeight =
    typesetter.lines(title, section, label + GAP + text).length * typesetter.lineHeight(section);
  return heights.reduce((total, each) => total + each + LINE_GAP, titleHeight + LINE_GAP);
}

function codeHeight({ typesetter }: Sheet, { code, codeLabel }: HowToPay): number {
  if (code === null) return 0;
  const lines = typesetter.lines(codeLabel, STYLES.remark, 2 * CODE_SIZE - GAP);
  return CODE_SIZE + QUIET + lines.length * typesetter.lineHeight(STYLES.remark);
}

/** Draws the code at the right, and what it is for below. */
function writeCode(sheet: Sheet, text: string, label: string, top: number): void {
  const { pdf, pages, structure } = sheet;
  const { size, bars } = qrCodeOf(text);
  const module = CODE_SIZE / size;
  const left = pages.right - CODE_SIZE;
  const draw = () => {
    for (const { row, column, length } of bars)
      pdf.rect(left + column * module, top + row * module, length * module, module);
    pdf.fillColor(INK).fill();
  };
  const bbox = [left, top, left + CODE_SIZE, top + CODE_SIZE] as const;
  structure.part(
    'Figure',
    () => {
      structure.content(draw);
    },
    { alt: label, bbox },
  );
  const width = 2 * CODE_SIZE - GAP;
  const place = { x: pages.right - width, y: top + CODE_SIZE + QUIET, width, align: 'right' } as const;
  structure.artifact(() => {
    writeText(sheet, label, STYLES.remark, place);
  });
}
