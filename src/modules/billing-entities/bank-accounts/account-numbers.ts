/** A number as it is stored: without blanks, in upper case. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s/gu, '').toUpperCase();
}

/** An IBAN as people read it: in groups of four. */
export function groupedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}
