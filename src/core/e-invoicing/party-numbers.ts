import { type PartyIdentifier, isRegister } from './electronic-addresses.js';

interface NumberedParty {
  readonly country: string | null;
  readonly identifiers: readonly PartyIdentifier[];
  readonly legalNumber: string | null;
  readonly taxIdentificationNumber: string | null;
}

/** The numbers of a party, as the standard tells them apart. */
export interface PartyNumbers {
  /** Begins with the code of its country (BT-31, BT-48). */
  readonly vatNumber: string | null;
  /** Another number at a tax office (BT-32). */
  readonly taxNumber: string | null;
  /** In the register of companies (BT-30, BT-47). */
  readonly legal: { readonly scheme: string | null; readonly value: string } | null;
  /** In other registers (BT-29, BT-46). */
  readonly others: readonly { readonly scheme: string | null; readonly value: string }[];
}

/** The registers of companies that countries demand by their scheme. */
const LEGAL_SCHEMES: Readonly<Record<string, string>> = { DK: '0184', NL: '0106' };
const NL_GOVERNMENT = '0190';

/** A VAT number as the standard writes it; null for another number. */
export function vatNumberOf(number: string | null): string | null {
  const compact = (number ?? '').replace(/[\s.-]/g, '').toUpperCase();
  return /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(compact) && /\d/.test(compact) ? compact : null;
}

/** @param isTaxed false on documents outside the scope of the tax, which say no number of it (BR-O-02). */
export function partyNumbers(party: NumberedParty, isTaxed: boolean): PartyNumbers {
  const vatNumber = vatNumberOf(party.taxIdentificationNumber);
  const number = party.taxIdentificationNumber?.trim() ?? '';
  const registers = party.identifiers.filter(isRegister);
  const legal = legalOf(party, registers);
  const others = registers.filter((each) => each.value !== legal?.value);
  const isNamed = legal !== null || others.length > 0;
  // A party has to have one number at least (BR-CO-26).
  const standIn = !isTaxed && !isNamed && number !== '' ? [{ scheme: null, value: number }] : [];
  return {
    vatNumber: isTaxed ? vatNumber : null,
    taxNumber: isTaxed && vatNumber === null && number !== '' ? number : null,
    legal,
    others: [...others, ...standIn],
  };
}

function legalOf(
  { country, legalNumber }: NumberedParty,
  registers: readonly PartyIdentifier[],
): PartyNumbers['legal'] {
  const scheme = LEGAL_SCHEMES[country ?? ''] ?? null;
  const value = (legalNumber ?? '').trim();
  if (scheme === null)
    return value === '' ? null : { scheme, value: country === 'SE' ? digitsOf(value) : value };
  const schemes = country === 'NL' ? [scheme, NL_GOVERNMENT] : [scheme];
  const registered = registers.find((each) => schemes.includes(each.scheme));
  if (registered !== undefined) return registered;
  const digits = digitsOf(value);
  return digits.length === 8 ? { scheme, value: country === 'DK' ? `DK${digits}` : digits } : null;
}

function digitsOf(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? text : digits;
}
