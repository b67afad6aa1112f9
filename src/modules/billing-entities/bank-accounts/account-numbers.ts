/** Characters of an IBAN, by the country in which the account is. Source: the IBAN registry of SWIFT (ISO 13616). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  ...{ AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BI: 27, BR: 29, BY: 28 },
  ...{ CH: 21, CR: 22, CY: 28, CZ: 24, DE: 22, DJ: 27, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18 },
  ...{ FK: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HN: 28, HR: 21, HU: 28 },
  ...{ IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20 },
  ...{ LU: 20, LV: 21, LY: 25, MC: 27, MD: 24, ME: 22, MK: 19, MN: 20, MR: 27, MT: 31, MU: 30, NI: 28 },
  ...{ NL: 18, NO: 15, OM: 23, PK: 24, PL: 28, PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, RU: 33, SA: 24 },
  ...{ SC: 31, SD: 18, SE: 24, SI: 19, SK: 24, SM: 27, SO: 23, ST: 25, SV: 28, TL: 23, TN: 24, TR: 26 },
  ...{ UA: 29, VA: 22, VG: 24, XK: 20, YE: 30 },
};

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]+$/;
const BIC = /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/;
const DIGITS_AT_ONCE = /.{1,7}/g;

/** A number as it is stored: without blanks, in upper case. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s/gu, '').toUpperCase();
}

/** True for an IBAN without blanks, with the length of its country and the right check digits (ISO 7064, modulo 97). */
export function isIban(text: string): boolean {
  if (!IBAN.test(text) || text.length !== IBAN_LENGTHS[text.slice(0, 2)]) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return remainder97(digits) === 1;
}

export function isBic(text: string): boolean {
  return BIC.test(text);
}

/** An IBAN as people read it: in groups of four. */
export function groupedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

function remainder97(digits: string): number {
  return (digits.match(DIGITS_AT_ONCE) ?? []).reduce((rest, part) => Number(`${rest}${part}`) % 97, 0);
}
