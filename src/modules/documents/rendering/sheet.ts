import type { Pages } from './pages.js';
import type { TextStyle, Typesetter } from './typesetter.js';

/** What the parts of a document are written with. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly pages: Pages;
  readonly typesetter: Typesetter;
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
export function writeText({ typesetter }: Sheet, text: string, style: TextStyle, place: Place): number {
  const lineHeight = typesetter.lineHeight(style);
  const lines = typesetter.lines(text, style, place.width);
  lines.forEach((line, index) => {
    const x = place.align === 'right' ? place.x + place.width - line.width : place.x;
    typesetter.write(line, style, { x, y: place.y + index * lineHeight });
  });
  return lines.length * lineHeight;
}
