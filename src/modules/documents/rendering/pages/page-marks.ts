import type { DocumentContent } from '../../composing/document-content.js';
import { type Sheet, writePart } from './document-sheet.js';
import type { TextLine } from '../text/shaped-text.js';
import { MARK, STYLES } from './styles.js';

/** As steep as the diagonal of the paper. */
const DEGREES = -52;
/** In points. */
const LARGEST = 84;
const STYLE = { size: 1, weight: 'semibold' } as const;

/**
 * Marks each page, under what will be written on it: large across the page, and small at the top. Only the small one is text: programs
 * that read the page would find pieces of the large one between its lines, and read it aloud on the first page. Call it before anything
 * is written.
 */
export function markPages(sheet: Sheet, { marks }: Pick<DocumentContent, 'marks'>): void {
  if (marks.length === 0) return;
  const { pdf, structure } = sheet;
  const text = marks.join(' · ');
  const mark = () => {
    structure.artifact(() => {
      drawAcross(sheet, text, MARK);
    });
    writePart(sheet, 'P', text, STYLES.mark, { x: sheet.pages.left, y: 18, width: sheet.pages.width });
  };
  mark();
  pdf.on('pageAdded', () => {
    structure.artifact(mark);
  });
}

/** Draws a text as large as fits across a page. */
export function drawAcross(
  { pdf, typesetter }: Pick<Sheet, 'pdf' | 'typesetter'>,
  text: string,
  color: string,
): void {
  const [line] = typesetter.lines(text, { ...STYLE, color }, Number.POSITIVE_INFINITY);
  if (line === undefined) return;
  const { width, height } = pdf.page;
  const size = Math.min(LARGEST, (0.7 * Math.hypot(width, height)) / line.width);
  pdf.save();
  pdf.translate(width / 2, height / 2).rotate(DEGREES);
  drawLine(pdf, line, { x: (-size * line.width) / 2, baseline: 0.35 * size, size, color });
  pdf.restore();
}

interface DrawnLine {
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
  readonly color: string;
}

/** Draws the outlines of a line, in which programs find no text. */
export function drawLine(
  pdf: PDFKit.PDFDocument,
  { runs }: TextLine,
  { x, baseline, size, color }: DrawnLine,
): void {
  pdf.save();
  pdf.translate(x, baseline).scale(size);
  for (const { glyphs, face } of runs) {
    for (const { id, advance } of glyphs) {
      pdf
        .save()
        .scale(1 / face.unitsPerEm, -1 / face.unitsPerEm)
        .path(face.outlineOf(id))
        .fill(color);
      pdf.restore();
      pdf.translate(advance, 0);
    }
  }
  pdf.restore();
}
