import type { EastAsian, Weight } from '../fonts/font-families.js';
import type { FontFace } from '../fonts/font-face.js';
import type { Fonts } from '../fonts/fonts.js';
import { GlyphWriter } from './glyph-writer.js';
import { LineBreaker } from './line-breaks.js';
import { eastAsianOrder } from './east-asian-order.js';
import type { Run, TextLine, TextStyle } from './shaped-text.js';
import { type Direction, directionOf, inVisualOrder, levelsOf } from './text-direction.js';

const LINE_HEIGHT = 1.4;
const BASELINE = 1.02;

/**
 * Omitted characters: controls, and those that turn the direction of what follows. Joiners, direction marks and selectors of
 * variants stay.
 */
const INVISIBLE = /(?![\u200c\u200d\u200e\u200f\u061c])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Characters that belong to the one before them. */
const ATTACHED = /[\p{M}\p{Emoji_Modifier}\u200c\u200d\u200e\u200f\u061c\ufe0e\ufe0f]/u;
const WITHOUT_SHAPE = /[\u200c-\u200f\u061c\ufe00-\ufe0f]/u;
const LATIN_TEXT = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u2009\u2010-\u2014\u202f\u20ac\u2019\u00b7]*$/u;
/** Shaped texts that are kept: many are measured, then written, or occur on every line. */
const MOST_KEPT = 5_000;
const LONGEST_KEPT = 400;

interface Segment {
  readonly face: FontFace;
  readonly level: number;
  readonly start: number;
  text: string;
}

/** Measures texts, breaks them into lines and writes them, each character in a font that has it. */
export class Typesetter {
  /** The characters that no font has, which are shown as their codes. */
  readonly missing = new Set<string>();
  private readonly writer: GlyphWriter;
  private readonly kept = new Map<string, readonly Run[]>();
  private readonly faces = new Map<string, FontFace | null>();

  /** @param places locales and countries by which Han characters get the shapes of a language, the most important first. */
  constructor(
    pdf: PDFKit.PDFDocument,
    private readonly fonts: Fonts,
    private readonly places: readonly string[],
  ) {
    this.writer = new GlyphWriter(pdf);
  }

  lineHeight({ size }: TextStyle): number {
    return size * LINE_HEIGHT;
  }

  width(text: string, style: TextStyle): number {
    const shown = this.shown(text, style.weight);
    return this.line(shown, style, directionOf(shown)).width;
  }

  /** Breaks a text into lines of at most this width. Words that are longer are broken anywhere. */
  lines(text: string, style: TextStyle, width: number): TextLine[] {
    return text
      .split(/\r\n|[\n\r\u2028\u2029]/u)
      .flatMap((paragraph) => this.paragraphLines(this.shown(paragraph, style.weight), style, width));
  }

  /** @param y the top of the line. */
  write(line: TextLine, style: TextStyle, { x, y }: { x: number; y: number }): void {
    this.writer.write(line.runs, style, { x, baseline: y + style.size * BASELINE });
  }

  private paragraphLines(text: string, style: TextStyle, width: number): TextLine[] {
    const direction = directionOf(text);
    const whole = this.line(text.trimEnd(), style, direction);
    if (whole.width <= width) return [whole];
    const breaker = new LineBreaker(text, whole.runs, width / style.size);
    return breaker.lines().map((line) => this.line(line.trimEnd(), style, direction));
  }

  private line(text: string, style: TextStyle, direction: Direction): TextLine {
    const { weight, isNumber = false, size } = style;
    const key = `${weight}${isNumber ? '#' : ':'}${direction}${text}`;
    let runs = this.kept.get(key);
    if (runs === undefined) {
      runs = this.shape(text, weight, isNumber, direction);
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      if (text.length <= LONGEST_KEPT) this.kept.set(key, runs);
    }
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) * size };
  }

  private shape(text: string, weight: Weight, isNumber: boolean, direction: Direction): Run[] {
    const runs = this.segments(text, weight, direction).map(({ text: part, ...segment }): Run => {
      const glyphs = segment.face.shape(part, { isRightToLeft: segment.level % 2 === 1, isNumber });
      return { ...segment, text: part, glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) };
    });
    return inVisualOrder(runs);
  }

  /** Splits a line where the font or the direction changes. */
  private segments(text: string, weight: Weight, direction: Direction): Segment[] {
    if (text === '') return [];
    if (LATIN_TEXT.test(text) && direction === 'ltr')
      return [{ face: this.fonts.latinFace(weight), level: 0, start: 0, text }];
    const levels = levelsOf(text, direction);
    const eastAsian = eastAsianOrder(text, this.places);
    const segments: Segment[] = [];
    let at = 0;
    for (const character of text) {
      const level = levels?.[at] ?? 0;
      const last = segments.at(-1);
      const face = this.faceOf(character, weight, eastAsian, last?.face) ?? this.fonts.latinFace(weight);
      if (last !== undefined && last.face === face && last.level === level) last.text += character;
      else segments.push({ face, level, start: at, text: character });
      at += character.length;
    }
    return segments;
  }

  /** @param before the font of the character before, which also shows spaces and what attaches to it, where it can. */
  private faceOf(
    character: string,
    weight: Weight,
    eastAsian: readonly EastAsian[],
    before?: FontFace,
  ): FontFace | null {
    const codePoint = character.codePointAt(0) ?? 0;
    const follows = (character === ' ' && before?.hasWideSpaces === false) || ATTACHED.test(character);
    if (before !== undefined && follows && (WITHOUT_SHAPE.test(character) || before.covers(codePoint)))
      return before;
    if (WITHOUT_SHAPE.test(character)) return this.fonts.latinFace(weight);
    const key = `${weight}${eastAsian[0] ?? ''}${character}`;
    let face = this.faces.get(key);
    if (face === undefined) {
      face = this.fonts.faceFor(codePoint, weight, eastAsian);
      this.faces.set(key, face);
    }
    return face;
  }

  /** A text without what is not shown, and with codes for the characters that no font has. */
  private shown(text: string, weight: Weight): string {
    if (LATIN_TEXT.test(text)) return text;
    const eastAsian = eastAsianOrder(text, this.places);
    let shown = '';
    for (const character of text.replace(INVISIBLE, '')) {
      if (this.faceOf(character, weight, eastAsian) === null) {
        const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
        this.missing.add(`U+${code}`);
        shown += `U+${code}`;
      } else shown += character;
    }
    return shown;
  }
}
