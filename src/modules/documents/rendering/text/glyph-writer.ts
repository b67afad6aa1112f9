import type { FontFace, Glyph } from '../fonts/font-face.js';
import type { Run, TextStyle } from './shaped-text.js';

/** What the fonts of pdfkit have that its types do not say. */
interface EmbeddedFont {
  readonly id: string;
  readonly subset: { includeGlyph(glyphId: number): number };
  /** In thousandths of the font size, by number in the file. */
  readonly widths: (number | undefined)[];
  /** The characters that a glyph stands for when the text is copied or read aloud. */
  readonly unicode: (readonly number[] | undefined)[];
  ref(): unknown;
}

interface DrawingDocument {
  readonly _font: EmbeddedFont;
  readonly page: { readonly fonts: Record<string, unknown> };
  addContent(content: string): unknown;
}

/** The glyphs of some characters that are drawn together. */
interface Group {
  readonly text: string;
  readonly glyphs: readonly Glyph[];
}

/**
 * Writes shaped texts into a PDF. pdfkit embeds the fonts; the operators are written here, since its own text method shapes the text
 * once more, by rules that do not fit every script.
 */
export class GlyphWriter {
  private readonly fonts = new Map<FontFace, EmbeddedFont>();
  private readonly drawing: DrawingDocument;

  constructor(private readonly pdf: PDFKit.PDFDocument) {
    this.drawing = pdf as unknown as DrawingDocument;
  }

  /** @param baseline in points from the top of the page. */
  write(
    runs: readonly Run[],
    { size, color }: TextStyle,
    { x, baseline }: { readonly x: number; readonly baseline: number },
  ): void {
    if (runs.length === 0) return;
    const operators = [`BT\n${colorOperands(color)} rg`];
    let left = x;
    for (const run of runs) {
      const font = this.embedded(run.face);
      this.drawing.page.fonts[font.id] ??= font.ref();
      // Pages are drawn upside down, and so turned back for glyphs.
      operators.push(`/${font.id} ${decimal(size)} Tf 1 0 0 -1 ${decimal(left)} ${decimal(baseline)} Tm`);
      operators.push(...this.shown(run, font, size));
      left += run.width * size;
    }
    this.drawing.addContent(`${operators.join('\n')}\nET`);
  }

  private embedded(face: FontFace): EmbeddedFont {
    let font = this.fonts.get(face);
    if (font === undefined) {
      this.pdf.registerFont(face.name, face.file);
      this.pdf.font(face.name);
      font = this.drawing._font;
      this.fonts.set(face, font);
    }
    return font;
  }

  /** The operators that show a run. Words whose glyphs do not spell them carry their text, for readers who copy or hear it. */
  private shown(run: Run, font: EmbeddedFont, size: number): string[] {
    const operators: string[] = [];
    const line = new GlyphLine(run.face, font, size, operators);
    // Readers turn what runs from right to left around, letter by letter.
    const words = run.level % 2 === 1 ? groupsOf(run).map((group) => [group]) : wordsOf(groupsOf(run));
    for (const word of words) {
      const spelt = word.filter((group) => this.spells(group, run, font)).length === word.length;
      if (!spelt) {
        line.flush();
        const text = word.map((group) => group.text).join('');
        operators.push(`/Span <</ActualText <${utf16Of(text)}>>> BDC`);
      }
      for (const { glyphs } of word) for (const glyph of glyphs) line.add(glyph);
      if (!spelt) {
        line.flush();
        operators.push('EMC');
      }
    }
    line.flush();
    return operators;
  }

  /**
   * Notes which characters glyphs stand for.
   * @returns false if the glyphs do not spell their text: they stand for other characters elsewhere, or in another order.
   */
  private spells({ text, glyphs }: Group, { face, level }: Run, font: EmbeddedFont): boolean {
    const inTextOrder = level % 2 === 1 ? glyphs.toReversed() : glyphs;
    const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    let spelt = '';
    inTextOrder.forEach(({ id }, index) => {
      const number = font.subset.includeGlyph(id);
      if (font.unicode[number] === undefined) {
        const own = inTextOrder.length === characters.length ? characters[index] : undefined;
        // From right to left, no script puts characters in another order; elsewhere their own glyphs tell.
        const isOwn = own !== undefined && (level % 2 === 1 || face.isNominal(id, own));
        font.unicode[number] = isOwn && inTextOrder.length > 1 ? [own] : index === 0 ? characters : [];
        font.widths[number] = face.glyphWidth(id) * 1_000;
      }
      spelt += String.fromCodePoint(...(font.unicode[number] ?? []));
    });
    return spelt === text;
  }
}

/** Collects the glyphs of one operator. */
class GlyphLine {
  private parts: string[] = [];
  private codes = '';
  private rise = 0;

  constructor(
    private readonly face: FontFace,
    private readonly font: EmbeddedFont,
    private readonly size: number,
    private readonly operators: string[],
  ) {}

  add({ id, advance, xOffset, yOffset }: Glyph): void {
    if (yOffset !== this.rise) {
      this.flush();
      this.operators.push(`${decimal(yOffset * this.size)} Ts`);
      this.rise = yOffset;
    }
    const number = this.font.subset.includeGlyph(id);
    this.move(xOffset);
    this.codes += number.toString(16).padStart(4, '0');
    this.move(advance - this.face.glyphWidth(id) - xOffset);
  }

  flush(): void {
    this.endCodes();
    if (this.parts.length > 0) this.operators.push(`[${this.parts.join(' ')}] TJ`);
    this.parts = [];
    if (this.rise !== 0) {
      this.operators.push('0 Ts');
      this.rise = 0;
    }
  }

  /** Moves what follows by a part of the font size. */
  private move(distance: number): void {
    if (Math.abs(distance) < 0.000_5) return;
    this.endCodes();
    this.parts.push(decimal(-distance * 1_000));
  }

  private endCodes(): void {
    if (this.codes !== '') this.parts.push(`<${this.codes}>`);
    this.codes = '';
  }
}

/** The glyphs of a run by the characters that they belong to, in the order in which they are drawn. */
function groupsOf({ text, glyphs, level }: Run): Group[] {
  const groups: { start: number; glyphs: Glyph[] }[] = [];
  for (const glyph of glyphs) {
    const last = groups.at(-1);
    if (last?.start === glyph.start) last.glyphs.push(glyph);
    else groups.push({ start: glyph.start, glyphs: [glyph] });
  }
  // The characters of a group end where those of its neighbour begin.
  const isRightToLeft = level % 2 === 1;
  return groups.map(({ start, glyphs: own }, index) => ({
    text: text.slice(start, groups[isRightToLeft ? index - 1 : index + 1]?.start),
    glyphs: own,
  }));
}

/** Groups between spaces, which are words of their own. */
function wordsOf(groups: readonly Group[]): Group[][] {
  const words: Group[][] = [];
  let isWithin = false;
  for (const group of groups) {
    const isSpace = group.text === ' ';
    if (isWithin && !isSpace) words.at(-1)?.push(group);
    else words.push([group]);
    isWithin = !isSpace;
  }
  return words;
}

function utf16Of(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
}

function decimal(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The color `#rrggbb` as three numbers from 0 to 1. */
function colorOperands(color: string): string {
  return [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => String(Math.round(value * 1_000) / 1_000))
    .join(' ');
}
