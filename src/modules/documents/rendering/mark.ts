import type { DocumentContent } from '../composing/document-content.js';
import { type Sheet, writePart } from './sheet.js';
import { MARK, STYLES } from './styles.js';

/** As steep as the diagonal of the paper. */
const DEGREES = -52;
/** In points. */
const LARGEST = 84;
const STYLE = { size: 1, weight: 'semibold', color: MARK } as const;

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
      drawAcross(sheet, text);
    });
    writePart(sheet, 'P', text, STYLES.mark, { x: sheet.pages.left, y: 18, width: sheet.pages.width });
  };
  mark();
  pdf.on('pageAdded', () => {
    structure.artifact(mark);
  });
}

function drawAcross({ pdf, typesetter }: Sheet, text: string): void {
  const [line] = typesetter.lines(text, STYLE, Number.POSITIVE_INFINITY);
  if (line === undefined) return;
  const { width, height } = pdf.page;
  const size = Math.min(LARGEST, (0.7 * Math.hypot(width, height)) / line.width);
  pdf.save();
  pdf
    .translate(width / 2, height / 2)
    .rotate(DEGREES)
    .scale(size)
    .translate(-line.width / 2, 0.35);
  for (const { glyphs, face } of line.runs) {
    for (const { id, advance } of glyphs) {
      pdf
        .save()
        .scale(1 / face.unitsPerEm, -1 / face.unitsPerEm)
        .path(face.outlineOf(id))
        .fill(MARK);
      pdf.restore();
      pdf.translate(advance, 0);
    }
  }
  pdf.restore();
}
