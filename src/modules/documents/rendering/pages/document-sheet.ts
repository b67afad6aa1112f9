import type { Pages } from './pages.js';
import type { TextLine, TextStyle } from '../text/shaped-text.js';
import type { Role, Structure } from '../pdf/structure.js';
import type { Typesetter } from '../text/typesetter.js';

/** What the parts of a document are written with. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly pages: Pages;
  readonly typesetter: Typesetter;
  readonly structure: Structure;
  /** The accent color where texts are written in it: readable on paper. */
  readonly accent: string;
}

/** Where a text is written: its upper left corner and the width of its lines. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** Writes a text within a width, broken into lines. @returns its height. */
export function writeText(sheet: Sheet, text: string, style: TextStyle, place: Place): number {
  return writeLines(sheet, sheet.typesetter.lines(text, style, place.width), style, place);
}

/** Writes lines one below the other, as content of the current part. @returns their height. */
export function writeLines(
  { typesetter, structure }: Sheet,
  lines: readonly TextLine[],
  style: TextStyle,
  { x: left, y, width, align }: Place,
): number {
  const lineHeight = typesetter.lineHeight(style);
  structure.content(() => {
    lines.forEach((line, index) => {
      const x = align === 'right' ? left + width - line.width : left;
      typesetter.write(line, style, { x, y: y + index * lineHeight });
    });
  });
  return lines.length * lineHeight;
}

/** Writes a text as a part of its own at the current height, over several pages where it is long. */
export function writeFlowing(
  sheet: Sheet,
  role: Role,
  text: string,
  style: TextStyle,
  place: Omit<Place, 'y'>,
): void {
  const { pages, typesetter, structure } = sheet;
  const lines = typesetter.lines(text, style, place.width);
  const lineHeight = typesetter.lineHeight(style);
  structure.part(role, () => {
    const pieces = pages.fits(lines.length * lineHeight) ? [lines] : lines.map((line) => [line]);
    for (const piece of pieces) {
      pages.reserve(piece.length * lineHeight);
      pages.y += writeLines(sheet, piece, style, { ...place, y: pages.y });
    }
  });
}

/** Writes a text as a part of its own. @returns its height. */
export function writePart(sheet: Sheet, role: Role, text: string, style: TextStyle, place: Place): number {
  return sheet.structure.part(role, () => writeText(sheet, text, style, place));
}
