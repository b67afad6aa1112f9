import { hasVisibleText } from '../visible-text.js';
import { isRegister, isWellFormed, type PartyIdentifier } from './electronic-addresses.js';

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
  /** In other registers (BT-29, BT-46); the standard takes one of a buyer. */
  readonly others: readonly { readonly scheme: string | null; readonly value: string }[];
}

interface CompanyRegister {
  /** Any of these; the first one for a number without a scheme. */
  readonly schemes: readonly [string, ...string[]];
  readonly digits: number;
  readonly prefix?: string;
}

/** The registers of companies that countries demand by their scheme. */
const LEGAL_SCHEMES: Readonly<Record<string, CompanyRegister>> = {
  DK: { schemes: ['0184'], digits: 8, prefix: 'DK' },
  IS: { schemes: ['0196'], digits: 10 },
  NL: { schemes: ['0106', '0190'], digits: 8 },
};
const SE_COMPANIES = '0007';
const NO_COMPANIES = '0192';

/** A VAT number as the standard writes it; null for another number. */
export function vatNumberOf(number: string | null): string | null {
  const compact = (number ?? '').replace(/[\s.-]/g, '').toUpperCase();
  return /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(compact) && /\d/.test(compact) ? compact : null;
}

/** The VAT number of a seller; null also for one whose form its country's rules refuse (SE-R-001, SE-R-002, NO-R-001). */
function sellerVatNumberOf(text: string | null): string | null {
  const number = vatNumberOf(text);
  if (number === null) return null;
  if (number.startsWith('SE')) return /^SE\d{12}$/.test(number) ? number : null;
  if (!number.startsWith('NO')) return number;
  const [, value = ''] = /^NO(\d+)MVA$/.exec(number) ?? [];
  return isWellFormed({ scheme: NO_COMPANIES, value }) ? number : null;
}

/** @param isTaxed false on documents outside the scope of the tax, which say no number of it (BR-O-02). */
export function sellerNumbers(seller: NumberedParty, isTaxed: boolean): PartyNumbers {
  const { legal, registers } = registered(seller);
  const known = sellerVatNumberOf(seller.taxIdentificationNumber);
  const number = textOf(seller.taxIdentificationNumber);
  const vatNumber = isTaxed ? known : null;
  // A seller has to have one number at least, for which that of a tax office does not count (BR-CO-26).
  const isNamed = vatNumber !== null || legal !== null || registers.length > 0;
  return {
    vatNumber,
    taxNumber: isTaxed && known === null && isTaxNumber(number, seller.country) ? number : null,
    legal,
    others: isNamed || number === '' ? registers : [{ scheme: null, value: number }],
  };
}

/** The standard knows no number of a buyer at a tax office but that for VAT. @param isTaxed as of `sellerNumbers`. */
export function buyerNumbers(buyer: NumberedParty, isTaxed: boolean): PartyNumbers {
  const { legal, registers } = registered(buyer);
  const vatNumber = isTaxed ? vatNumberOf(buyer.taxIdentificationNumber) : null;
  return { vatNumber, taxNumber: null, legal, others: registers.slice(0, 1) };
}

/** False for what a country has other rules for: a Swedish seller says there that it pays preliminary tax (SE-R-005, IT-R-001). */
function isTaxNumber(number: string, country: string | null): boolean {
  if (country === 'SE') return false;
  return country === 'IT' ? number.length >= 11 && number.length <= 16 : number !== '';
}

/** The number in the register of companies that e-invoices say; null for one that they do not take. */
export function companyNumberOf(party: NumberedParty): string | null {
  return registered(party).legal?.value ?? null;
}

/** The number in the register of companies, and those in others. */
function registered(party: NumberedParty) {
  const known = party.identifiers.filter(isRegister);
  const legal = legalOf(party, known);
  return { legal, registers: known.filter(({ value }) => value !== legal?.value) };
}

function legalOf(
  { country, legalNumber }: NumberedParty,
  registers: readonly PartyIdentifier[],
): PartyNumbers['legal'] {
  const value = textOf(legalNumber);
  const digits = value.replace(/\D/g, '');
  if (country === 'SE')
    return isWellFormed({ scheme: SE_COMPANIES, value: digits }) ? { scheme: null, value: digits } : null;
  const demanded = LEGAL_SCHEMES[country ?? ''];
  if (demanded === undefined) return value === '' ? null : { scheme: null, value };
  const { schemes, prefix = '' } = demanded;
  const known = registers.find(({ scheme }) => schemes.includes(scheme));
  if (known !== undefined) return known;
  return digits.length === demanded.digits ? { scheme: schemes[0], value: prefix + digits } : null;
}

function textOf(text: string | null): string {
  return text !== null && hasVisibleText(text) ? text.trim() : '';
}
