/** The text with another last letter, whatever the last one is: an address or a token that nobody was given. */
export function altered(text: string): string {
  return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
}
