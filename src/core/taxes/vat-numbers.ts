/** The form of the VAT numbers of each member of the EU, without the prefix of the country. */
const FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** A VAT number whose form is right. Whether it exists, only the registry of the EU knows. */
export interface VatNumber {
  /** The member of the EU that gave it, as an ISO code. */
  readonly country: string;
  /** The number without the prefix of the country. */
  readonly number: string;
}

/**
 * Reads a VAT number of the EU with the prefix of its country; spaces, dots and dashes are ignored.
 * @returns null for text that is no such number. Source: taxes.md §6.3.
 */
export function readVatNumber(text: string): VatNumber | null {
  const compact = text.toUpperCase().replace(/[\s.-]/g, '');
  const prefix = compact.slice(0, 2);
  // Numbers of Greece begin with the Greek name of the country.
  const country = prefix === 'EL' ? 'GR' : prefix;
  const number = compact.slice(2);
  const form = prefix === 'GR' || !Object.hasOwn(FORMS, country) ? undefined : FORMS[country];
  return form?.test(number) === true ? { country, number } : null;
}
