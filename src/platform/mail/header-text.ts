const LONGEST = 200;

/** Invisible characters that reorder or hide others, such as U+202E; not the joiners, which scripts and emoji need. */
const FORMATS = /(?![\u200c\u200d])\p{Cf}/gu;

/**
 * A text that may stand in a header: in one line, so that it cannot begin another header, in the order in which it is
 * written, and not overlong. Names of entities and customers are any text.
 */
export function headerText(text: string): string {
  const line = text
    .replace(FORMATS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
