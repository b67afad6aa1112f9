import { type Font, openSync } from 'fontkit';
import type { DocumentContent } from '../composing/document-content.js';
import { type Sheet, writeText } from './sheet.js';
import { MARK, STYLES } from './styles.js';

/** As steep as the diagonal of the paper. */
const DEGREES = -52;
/** In points. */
const LARGEST = 84;
const STYLE = { size: 1, weight: 'semibold', color: MARK } as const;

const opened = new Map<string, Font>();

/**
 * Marks each page, under what will be written on it: large across the page, and small at the top. Only the small one is text: programs
 * that read the page would find pieces of the large one between its lines. Call it before anything is written.
 */
export function markPages(sheet: Sheet, { marks }: Pick<DocumentContent, 'marks'>): void {
  if (marks.length === 0) return;
  const { pdf } = sheet;
  const text = marks.join(' · ');
  const mark = () => {
    drawAcross(sheet, text);
    writeText(sheet, text, STYLES.mark, { x: sheet.pages.left, y: 18, width: sheet.pages.width });
  };
  mark();
  pdf.on('pageAdded', mark);
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
  for (const { text: run, face } of line.runs) {
    const font = fontOf(face.file);
    for (const glyph of font.layout(run).glyphs) {
      pdf
        .save()
        .scale(1 / font.unitsPerEm, -1 / font.unitsPerEm)
        .path(glyph.path.toSVG())
        .fill(MARK);
      pdf.restore();
      pdf.translate(glyph.advanceWidth / font.unitsPerEm, 0);
    }
  }
  pdf.restore();
}

function fontOf(file: string): Font {
  const known = opened.get(file);
  if (known !== undefined) return known;
  const font = openSync(file);
  if (!('unitsPerEm' in font)) throw new Error(`${file} holds several fonts.`);
  opened.set(file, font);
  return font;
}
