import type { FontFace, Glyph } from '../fonts/font-face.js';
import type { Weight } from '../fonts/font-families.js';

/** How a text looks. */
export interface TextStyle {
  /** In points. */
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
  /** True for numbers, whose figures have equal widths. */
  readonly isNumber?: boolean;
}

/** Characters of a line that one font shows in one direction. */
export interface Run {
  readonly text: string;
  /** Where the text begins in that of the line. */
  readonly start: number;
  /** In the order in which they are drawn. */
  readonly glyphs: readonly Glyph[];
  readonly face: FontFace;
  /** Odd for runs from right to left. */
  readonly level: number;
  /** A part of the font size. */
  readonly width: number;
}

export interface TextLine {
  /** From left to right. */
  readonly runs: readonly Run[];
  /** In points. */
  readonly width: number;
}
