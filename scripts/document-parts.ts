// Finds the parts of a Markdown document that citations refer to.

/**
 * @param number `9`, `9.2` of a heading, or `9.2` of the second item of a list in section 9.
 * @returns the text of the section with its subsections; null if there is no section of this number.
 */
export function sectionOf(document: string, number: string): string | null {
  const escaped = number.replaceAll('.', String.raw`\.`);
  const heading = new RegExp(String.raw`^#{2,} ${escaped}\.? .*$`, 'm').exec(document);
  if (heading !== null) {
    const next = new RegExp(String.raw`^#{2,} (?!${escaped}\.\d)\d`, 'm');
    return before(next, document.slice(heading.index + heading[0].length));
  }
  const lastDot = number.lastIndexOf('.');
  const above = lastDot === -1 ? null : sectionOf(document, number.slice(0, lastDot));
  const item = new RegExp(String.raw`^${number.slice(lastDot + 1)}\. `, 'm').exec(above ?? '');
  return above === null || item === null
    ? null
    : before(/^\d+\. /m, above.slice(item.index + item[0].length));
}

/** @param name `2` of a heading "Example 2", or `B` of a paragraph that begins with a bold B. */
export function hasExample(text: string, name: string): boolean {
  return new RegExp(String.raw`^(?:#+ Example |\*\*)${name}\b`, 'm').test(text);
}

/** True if the text contains the words, ignoring case, since titles are quoted within sentences. */
export function hasWords(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}

function before(end: RegExp, text: string): string {
  const at = text.search(end);
  return at === -1 ? text : text.slice(0, at);
}
