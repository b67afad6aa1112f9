import type { Pages } from './pages.js';
import type { Role, Structure } from './structure.js';
import type { TextLine, TextStyle, Typesetter } from './typesetter.js';

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

/** Writes a text as a part of its own. @returns its height. */
export function writePart(sheet: Sheet, role: Role, text: string, style: TextStyle, place: Place): number {
  return sheet.structure.part(role, () => writeText(sheet, text, style, place));
}
