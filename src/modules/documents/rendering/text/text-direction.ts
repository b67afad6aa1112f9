import bidiFactory from 'bidi-js';

// The package is CommonJS, whose types describe its ES module.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

const RIGHT_TO_LEFT =
  /[\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}\u200f\u061c\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export type Direction = 'ltr' | 'rtl';

/** The direction of a paragraph: that of its first letter. */
export function directionOf(text: string): Direction {
  if (!RIGHT_TO_LEFT.test(text)) return 'ltr';
  const [paragraph] = bidi.getEmbeddingLevels(text, 'auto').paragraphs;
  return paragraph !== undefined && paragraph.level % 2 === 1 ? 'rtl' : 'ltr';
}

/**
 * The level of each UTF-16 unit of a line by the Unicode Bidirectional Algorithm: characters of odd levels run from right to
 * left. Null if everything runs from left to right.
 */
export function levelsOf(line: string, direction: Direction): Uint8Array | null {
  if (direction === 'ltr' && !RIGHT_TO_LEFT.test(line)) return null;
  return bidi.getEmbeddingLevels(line, direction).levels;
}

/** Puts runs of one level each in the order in which they are drawn, from left to right. Source: UAX #9, rule L2. */
export function inVisualOrder<Run extends { readonly level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    let start = 0;
    while (start < ordered.length) {
      if ((ordered[start]?.level ?? 0) < level) {
        start += 1;
        continue;
      }
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}
