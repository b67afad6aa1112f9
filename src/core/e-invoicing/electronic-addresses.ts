/** A number of a party, or its address in a network of e-invoices. */
export interface PartyIdentifier {
  /** The code of its register in the published list of electronic address schemes (EAS). */
  readonly scheme: string;
  readonly value: string;
}

/** Source: documents-and-emails.md §3. */
export const MOST_IDENTIFIERS = 10;

/** The scheme of an e-mail address, which Peppol does not take. */
export const E_MAIL = 'EM';

/** The list that EN 16931 publishes, as of November 2025. */
const SCHEMES = new Set(
  (
    '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 0192 ' +
    '0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 ' +
    '0221 0225 0230 0235 0240 0244 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 ' +
    '9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959 ' +
    'AN AQ AS AU EM'
  ).split(' '),
);

/** Schemes of the list that Peppol does not know. */
const NOT_IN_PEPPOL = new Set(['0219', '0220', '0244', 'AN', 'AQ', 'AS', 'AU', E_MAIL]);

/** Schemes of VAT numbers, by country. */
const VAT_SCHEMES: Readonly<Record<string, string>> = {
  ...{ AL: '9923', AT: '9914', BA: '9924', BE: '9925', BG: '9926', CH: '9927', CY: '9928', CZ: '9929' },
  ...{ DE: '9930', DK: '0198', EE: '9931', ES: '9920', FI: '0213', FR: '9957', GB: '9932', GR: '9933' },
  ...{ HR: '9934', HU: '9910', IE: '9935', IT: '0211', LI: '9936', LT: '9937', LU: '9938', LV: '9939' },
  ...{ MC: '9940', ME: '9941', MK: '9942', MT: '9943', NL: '9944', PL: '9945', PT: '9946', RO: '9947' },
  ...{ RS: '9948', SI: '9949', SK: '9950', SM: '9951', TR: '9952', VA: '9953' },
};

/** Numbers with check digits that receivers verify. */
const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
  '0007': (value) => /^\d{10}$/.test(value) && luhn(value),
  '0009': (value) => /^\d{14}$/.test(value),
  '0088': (value) => /^\d{13}$/.test(value) && hasGlnDigit(value),
  '0106': (value) => /^\d{8}$/.test(value),
  '0151': (value) => /^\d{11}$/.test(value) && hasAbnDigits(value),
  '0184': (value) => /^(?:DK)?\d{8}$/.test(value),
  '0192': (value) => /^\d{9}$/.test(value) && hasNorwegianDigit(value),
  '0208': (value) =>
    /^[01]\d{9}$/.test(value) && 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8)),
};

export function isScheme(scheme: string): boolean {
  return SCHEMES.has(scheme);
}

/** False for a number that its register cannot have given. */
export function isWellFormed({ scheme, value }: PartyIdentifier): boolean {
  return FORMATS[scheme]?.(value) ?? true;
}

interface Addressed {
  readonly identifiers: readonly PartyIdentifier[];
  readonly taxIdentificationNumber: string | null;
  readonly country: string | null;
  readonly email: string | null;
}

/** Where a party receives e-invoices over Peppol: one of its identifiers, else its VAT number. */
export function peppolAddress(party: Addressed): PartyIdentifier | null {
  const own = party.identifiers.find(({ scheme }) => !NOT_IN_PEPPOL.has(scheme));
  return own ?? vatAddress(party);
}

/** Where a party receives e-invoices: one of its identifiers, else its e-mail, else its VAT number. */
export function electronicAddress(party: Addressed): PartyIdentifier | null {
  const { identifiers, email } = party;
  const [own = null] = identifiers;
  // An address line may have several addresses.
  const [first = ''] = (email ?? '').split(',');
  return own ?? (first.trim() === '' ? vatAddress(party) : { scheme: E_MAIL, value: first.trim() });
}

function vatAddress({ taxIdentificationNumber, country }: Addressed): PartyIdentifier | null {
  const value = (taxIdentificationNumber ?? '').replace(/[\s.-]/g, '').toUpperCase();
  if (value === '') return null;
  const prefix = /^[A-Z]{2}/.exec(value)?.[0] ?? country ?? '';
  const scheme = VAT_SCHEMES[prefix === 'EL' ? 'GR' : prefix];
  return scheme === undefined ? null : { scheme, value };
}

/** Registers of parties have codes of four digits below 9900; the others are known as addresses only. */
export function isRegister({ scheme }: PartyIdentifier): boolean {
  return /^0\d{3}$/.test(scheme);
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

function luhn(digits: string): boolean {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

function hasGlnDigit(digits: string): boolean {
  const sum = weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]);
  return (10 - (sum % 10)) % 10 === Number(digits[12]);
}

function hasNorwegianDigit(digits: string): boolean {
  const rest = 11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (rest === 11 ? 0 : rest) === Number(digits[8]);
}

function hasAbnDigits(digits: string): boolean {
  const reduced = String(Number(digits[0]) - 1) + digits.slice(1);
  return weighted(reduced, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
}
