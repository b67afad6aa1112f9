/** Anything but spaces, controls, characters of formatting, and those without a meaning. */
const VISIBLE = /[^\p{Z}\p{C}]/u;

/** False for a text of which readers see nothing: documents take it for none. */
export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}
