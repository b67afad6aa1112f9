/** Scripts that write words without spaces: where a word ends is looked up in a dictionary. */
const WITHOUT_SPACES = /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** Lines may break beside each of these characters. */
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Lines may not begin with these. */
const CLOSING = /[\u3001\u3002\uff0c\uff1a\uff1b\uff09\u300d.,:;)\]%!?\u30fc\p{M}]/u;
const BREAKS_AFTER = /[\s\-/\u2013\u2014]/u;
/** A text of more characters is broken without the dictionary, which takes time for long words. */
const MOST_LOOKED_UP = 2_000;

const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

interface ShapedRun {
  readonly start: number;
  readonly glyphs: readonly { readonly start: number; readonly advance: number }[];
}

/** Breaks a shaped text into lines: between words, and within words that are longer than a line. */
export class LineBreaker {
  /** How far each UTF-16 unit begins from the start of the text, if it ran in one direction. */
  private readonly positions: Float64Array;
  /** 1 for each unit that glyphs begin with: elsewhere, units are drawn together. */
  private readonly begins: Uint8Array;

  /** @param width of the lines, in the unit of the glyphs' advances. */
  constructor(
    private readonly text: string,
    runs: readonly ShapedRun[],
    private readonly width: number,
  ) {
    this.positions = new Float64Array(text.length + 1);
    this.begins = new Uint8Array(text.length + 1);
    const advances = new Float64Array(text.length + 1);
    for (const run of runs) {
      for (const { start, advance } of run.glyphs) {
        const at = run.start + start;
        advances[at] = (advances[at] ?? 0) + advance;
        this.begins[at] = 1;
      }
    }
    let position = 0;
    advances.forEach((advance, at) => {
      this.positions[at] = position;
      position += advance;
    });
  }

  lines(): string[] {
    const starts = [0];
    let end = 0;
    for (const piece of piecesOf(this.text)) {
      const start = starts.at(-1) ?? 0;
      const pieceEnd = end + piece.trimEnd().length;
      if (end > start && !this.fits(start, pieceEnd)) starts.push(end);
      if (!this.fits(end, pieceEnd)) this.breakWithin(end, pieceEnd, starts);
      end += piece.length;
    }
    return starts.map((start, index) => this.text.slice(start, starts[index + 1]));
  }

  private breakWithin(from: number, to: number, starts: number[]): void {
    let previous = from;
    for (let at = from + 1; at <= to; at++) {
      if (at < to && this.begins[at] !== 1) continue;
      if (!this.fits(starts.at(-1) ?? 0, at) && previous > from) starts.push(previous);
      previous = at;
    }
  }

  private fits(from: number, to: number): boolean {
    return (this.positions[to] ?? 0) - (this.positions[from] ?? 0) <= this.width;
  }
}

/** The pieces of a text between which lines may break; each ends with its spaces. */
export function piecesOf(text: string): string[] {
  return piecesBetweenSpaces(text).flatMap((piece) =>
    WITHOUT_SPACES.test(piece) && piece.length <= MOST_LOOKED_UP
      ? Array.from(segmenter.segment(piece), ({ segment }) => segment)
      : [piece],
  );
}

function piecesBetweenSpaces(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let before = '';
  for (const character of text) {
    const endsWord = BREAKS_AFTER.test(before);
    const besideIdeograph = before !== '' && (IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(character));
    if ((endsWord || besideIdeograph) && !CLOSING.test(character) && !/\s/u.test(character)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
    before = character;
  }
  return piece === '' ? pieces : [...pieces, piece];
}
