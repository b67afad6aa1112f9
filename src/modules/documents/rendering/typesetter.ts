import { type FontFace, type Fonts, NUMBER_FEATURES, TEXT_FEATURES, type Weight } from './fonts.js';

/** How a text looks. */
export interface TextStyle {
  /** In points. */
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
  /** True for numbers, whose figures have equal widths. */
  readonly isNumber?: boolean;
}

/** Characters of a line that one font shows. */
interface Run {
  readonly text: string;
  readonly face: FontFace;
  readonly width: number;
}

export interface TextLine {
  readonly runs: readonly Run[];
  readonly width: number;
}

/** What stands for a character that no font shows. */
const MISSING = '\u25a1';

const LINE_HEIGHT = 1.4;
const BASELINE = 1.02;

/** Characters that lines may break after, and those that lines may not begin with. */
const BREAKS_AFTER = /[\s\-/\u2013\u2014]/u;
const CHINESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const CLOSING = /[\u3001\u3002\uff0c\uff1a\uff1b\uff09\u300d.,:;)\]%]/u;

/** Measures texts, breaks them into lines and writes them, each character in a font that has it. */
export class Typesetter {
  private readonly registered = new Set<FontFace>();

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly fonts: Fonts,
  ) {}

  lineHeight({ size }: TextStyle): number {
    return size * LINE_HEIGHT;
  }

  width(text: string, style: TextStyle): number {
    return this.line(text, style).width;
  }

  /** Breaks a text into lines of at most this width. Words that are longer are broken anywhere. */
  lines(text: string, style: TextStyle, width: number): TextLine[] {
    return text
      .split(/\r\n|[\n\r\u2028\u2029]/u)
      .flatMap((paragraph) => this.paragraphLines(paragraph, style, width));
  }

  /** @param y the top of the line. */
  write(line: TextLine, style: TextStyle, { x, y }: { x: number; y: number }): void {
    let left = x;
    const baseline = y + style.size * BASELINE;
    // pdfkit passes the features on to fontkit, which also takes an object, to switch features off.
    const features = featuresOf(style) as unknown as PDFKit.Mixins.OpenTypeFeatures[];
    for (const { text, face, width } of line.runs) {
      this.select(face, style);
      this.pdf
        .fillColor(style.color)
        .text(text, left, baseline, { lineBreak: false, features, baseline: 'alphabetic' });
      left += width;
    }
  }

  private paragraphLines(text: string, style: TextStyle, width: number): TextLine[] {
    const whole = this.line(text.trimEnd(), style);
    if (whole.width <= width) return [whole];
    const lines: string[] = [];
    let current = '';
    for (const piece of wordsOf(text).flatMap((word) => this.broken(word, style, width))) {
      if (current !== '' && this.width((current + piece).trimEnd(), style) > width) {
        lines.push(current);
        current = '';
      }
      current += piece;
    }
    return [...lines, current].map((line) => this.line(line.trimEnd(), style));
  }

  /** The characters of a word that is too long for a line; else the word. */
  private broken(word: string, style: TextStyle, width: number): string[] {
    return this.width(word.trimEnd(), style) <= width ? [word] : Array.from(word);
  }

  private line(text: string, style: TextStyle): TextLine {
    const features = featuresOf(style);
    const runs = this.split(text, style.weight).map(([face, run]) => {
      return { face, text: run, width: face.width(run, features) * style.size };
    });
    return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
  }

  /** Splits a text where the font changes. */
  private split(text: string, weight: Weight): [FontFace, string][] {
    const parts: [FontFace, string][] = [];
    for (const character of text.replace(/\p{Cc}|\p{Cf}/gu, '')) {
      const face = this.fonts.faceFor(character, weight);
      const shown = face === null ? MISSING : character;
      const used = face ?? this.fonts.latinFace(weight);
      const last = parts.at(-1);
      if (last?.[0] === used) last[1] += shown;
      else parts.push([used, shown]);
    }
    return parts;
  }

  private select(face: FontFace, { size }: TextStyle): void {
    if (!this.registered.has(face)) this.pdf.registerFont(face.name, face.file);
    this.registered.add(face);
    this.pdf.font(face.name).fontSize(size);
  }
}

function featuresOf({ isNumber = false }: TextStyle) {
  return isNumber ? NUMBER_FEATURES : TEXT_FEATURES;
}

/** The pieces of a text between which lines may break; each ends with its spaces. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let before = '';
  for (const character of text) {
    const endsWord = BREAKS_AFTER.test(before) && !/\s/u.test(character);
    const besideChinese = before !== '' && (CHINESE.test(before) || CHINESE.test(character));
    if ((endsWord || besideChinese) && !CLOSING.test(character) && !/\s/u.test(character)) {
      words.push(word);
      word = '';
    }
    word += character;
    before = character;
  }
  return word === '' ? words : [...words, word];
}
