const LONGEST = 200;

/**
 * A text that may stand in a header: in one line, so that it cannot begin another header, and not overlong. Names of entities
 * and customers are any text.
 */
export function headerText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
