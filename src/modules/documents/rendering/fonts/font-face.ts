import { Blob, Buffer as ShapingBuffer, Direction, Face, Feature, Font, shape } from 'harfbuzzjs';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import type { FontFamily, Weight } from './font-families.js';

/** A glyph of a shaped text; lengths are parts of the font size. */
export interface Glyph {
  readonly id: number;
  /** Where the characters begin that the glyph belongs to, in the text; glyphs of one group of characters have the same start. */
  readonly start: number;
  readonly advance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** How a text is shaped. */
export interface Shaping {
  readonly isRightToLeft: boolean;
  /** True for numbers: their figures have equal widths, so that columns align. */
  readonly isNumber: boolean;
}

const NUMBER_FEATURES = [new Feature('tnum'), new Feature('kern', 0)];

const SPACE = 0x20;

/** Used for one text after the other: shaping ends before it returns. */
const buffer = new ShapingBuffer();

/** A font file: the characters it has, and how it sets texts. HarfBuzz does the shaping, which fits every script (docs/adr/0136). */
export class FontFace {
  readonly name: string;
  /** True for emoji, beside which the spaces of texts look like gaps. */
  readonly hasWideSpaces: boolean;
  private readonly font: Font;
  /** The font size, in the units of outlines. */
  readonly unitsPerEm: number;
  private readonly covered = new Map<number, boolean>();
  private readonly widths = new Map<number, number>();

  private constructor(
    { name }: FontFamily,
    weight: Weight,
    readonly file: Buffer,
  ) {
    this.name = `${name} ${weight}`;
    const face = new Face(new Blob(file));
    this.unitsPerEm = face.upem;
    this.font = new Font(face);
    this.hasWideSpaces = this.glyphWidth(this.font.nominalGlyph(SPACE) ?? 0) > 0.5;
  }

  /** @throws Error when the file of the package cannot be read. */
  static open(family: FontFamily, weight: Weight): FontFace {
    try {
      const root = findPackageJSON(family.package, import.meta.url);
      if (root === undefined) throw new Error('The package is not installed.');
      const file = readFileSync(path.resolve(path.dirname(root), family.files[weight]));
      return new FontFace(family, weight, file);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(
        `The font ${family.name} of the package ${family.package} cannot be read; reinstall the packages (npm ci). ${reason}`,
        { cause },
      );
    }
  }

  covers(codePoint: number): boolean {
    let found = this.covered.get(codePoint);
    if (found === undefined) {
      found = (this.font.nominalGlyph(codePoint) ?? 0) !== 0;
      this.covered.set(codePoint, found);
    }
    return found;
  }

  /** True if a glyph is the one that a character has by itself, without its neighbours. */
  isNominal(glyphId: number, codePoint: number): boolean {
    return this.font.nominalGlyph(codePoint) === glyphId;
  }

  /** The width of a glyph in the file, before its neighbours move it; a part of the font size. */
  glyphWidth(glyphId: number): number {
    let width = this.widths.get(glyphId);
    if (width === undefined) {
      width = this.font.glyphHAdvance(glyphId) / this.unitsPerEm;
      this.widths.set(glyphId, width);
    }
    return width;
  }

  /** The outline of a glyph as an SVG path, which begins at the baseline and rises. */
  outlineOf(glyphId: number): string {
    return this.font.glyphToPath(glyphId);
  }

  /** The glyphs of a text, in the order in which they are drawn: from left to right. */
  shape(text: string, { isRightToLeft, isNumber }: Shaping): Glyph[] {
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
    shape(this.font, buffer, isNumber ? NUMBER_FEATURES : []);
    return buffer.getGlyphInfosAndPositions().map((glyph) => ({
      id: glyph.codepoint,
      start: glyph.cluster,
      advance: (glyph.xAdvance ?? 0) / this.unitsPerEm,
      xOffset: (glyph.xOffset ?? 0) / this.unitsPerEm,
      yOffset: (glyph.yOffset ?? 0) / this.unitsPerEm,
    }));
  }
}
