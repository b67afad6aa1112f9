import type { Big } from '../money/decimal.js';
import type { TaxCategory } from '../taxes/tax-categories.js';
import { hasVisibleText } from '../visible-text.js';
import { electronicAddress, type PartyIdentifier, peppolAddress } from './electronic-addresses.js';
import { companyNumberOf, sellerNumbers, vatNumberOf } from './party-numbers.js';

/** The rules that an e-invoice follows. Source: documents-and-emails.md §3. */
export type EInvoiceProfile = 'en_16931' | 'xrechnung' | 'peppol_bis_3';

/** The profiles that an issuer may ask for. */
export const CHOSEN_PROFILES = ['peppol_bis_3'] as const;

/** The profile of an issuer: what it asks for, else what its country has. */
export function profileOf(issuer: {
  readonly country: string | null;
  readonly einvoicingProfile: (typeof CHOSEN_PROFILES)[number] | null;
}): EInvoiceProfile {
  if (issuer.einvoicingProfile !== null) return issuer.einvoicingProfile;
  if (issuer.country === 'DE') return 'xrechnung';
  return issuer.country === 'FR' ? 'en_16931' : 'peppol_bis_3';
}

/** The members of a party that profiles ask for. */
export interface CheckedParty {
  readonly addressLine1: string | null;
  readonly city: string | null;
  readonly zipcode: string | null;
  readonly country: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly legalNumber: string | null;
  readonly taxIdentificationNumber: string | null;
  readonly identifiers: readonly PartyIdentifier[];
}

export type PartyMember = keyof CheckedParty;

/**
 * False for countries whose e-invoices need what only their tax office gives: Greek ones carry its MARK, and a number of the document in its
 * format (rules GR-R-001 and GR-R-004 of Peppol).
 */
export function canSellFrom(country: string | null, profile: EInvoiceProfile): boolean {
  return !(profile === 'peppol_bis_3' && country === 'GR');
}

/** The rates above zero that e-invoices of a country's sellers may have (SE-R-006). */
const RATES: Readonly<Record<string, readonly number[]>> = { SE: [6, 12, 25] };

/** False for a rate above zero, as of another country, with which e-invoices of a country would be invalid. */
export function canSellAt(ratePercent: Big, country: string | null, profile: EInvoiceProfile): boolean {
  const rates = profile === 'peppol_bis_3' ? RATES[country ?? ''] : undefined;
  return rates === undefined || ratePercent.eq(0) || rates.some((rate) => ratePercent.eq(rate));
}

/**
 * What a seller lacks, in a stable order; only its country, if none of its e-invoices would be valid.
 * @param buyer decides on rules between parties of one country; null: of what is the same for all buyers.
 */
export function missingOfSeller(
  seller: CheckedParty,
  profile: EInvoiceProfile,
  buyer: Pick<CheckedParty, 'country'> | null = null,
): PartyMember[] {
  if (!canSellFrom(seller.country, profile)) return ['country'];
  const needed: PartyMember[] = ['country'];
  if (companyNumberOf(seller) === null) needed.push('taxIdentificationNumber');
  if (profile === 'xrechnung' || areIn('DE', seller, buyer)) needed.push('city', 'zipcode', 'phone', 'email');
  if (profile === 'peppol_bis_3') {
    // Rules of these countries on top of those of Peppol.
    if (seller.country === 'NL') needed.push('addressLine1', 'city', 'zipcode', 'legalNumber');
    if (seller.country === 'IT') needed.push('addressLine1', 'city', 'zipcode');
    if (seller.country === 'IS') needed.push('addressLine1', 'zipcode', 'legalNumber');
    if (seller.country === 'DK') needed.push('legalNumber');
  }
  return [...missingIn(seller, needed), ...missingAddress(seller, profile === 'peppol_bis_3', profile)];
}

/** What a buyer lacks. @param seller decides on rules of its country. */
export function missingOfBuyer(
  buyer: CheckedParty,
  profile: EInvoiceProfile,
  seller: Pick<CheckedParty, 'country'>,
): PartyMember[] {
  const needed: PartyMember[] = ['country'];
  if (profile === 'xrechnung' || areIn('DE', seller, buyer)) needed.push('city', 'zipcode');
  if (profile === 'peppol_bis_3' && areIn('NL', seller, buyer))
    needed.push('addressLine1', 'city', 'zipcode', 'legalNumber');
  return [...missingIn(buyer, needed), ...missingAddress(buyer, profile !== 'en_16931', profile)];
}

/** True for parties of a country that has rules for e-invoices within it: Peppol takes over those of Germany (DE-R-001 to DE-R-031). */
function areIn(country: string, ...parties: readonly (Pick<CheckedParty, 'country'> | null)[]): boolean {
  return parties.every((party) => party?.country === country);
}

/** What e-invoices with these categories need of their parties beside. Source: the rules BR-S-02 to BR-G-02 of EN 16931. */
export function missingForCategories(
  { seller, buyer }: { readonly seller: CheckedParty; readonly buyer: CheckedParty },
  categories: ReadonlySet<TaxCategory>,
): { readonly seller: PartyMember[]; readonly buyer: PartyMember[] } {
  const hasVatNumber = (party: CheckedParty) => vatNumberOf(party.taxIdentificationNumber) !== null;
  const isTaxed = [...categories].some((category) => category !== 'O');
  const isForeign = categories.has('K') || categories.has('G');
  const { vatNumber, taxNumber } = sellerNumbers(seller, true);
  const isKnownSeller = vatNumber !== null || (!isForeign && taxNumber !== null);
  const isKnownBuyer = categories.has('K')
    ? hasVatNumber(buyer)
    : !categories.has('AE') || hasVatNumber(buyer) || companyNumberOf(buyer) !== null;
  return {
    seller: isTaxed && !isKnownSeller ? ['taxIdentificationNumber'] : [],
    buyer: isKnownBuyer ? [] : ['taxIdentificationNumber'],
  };
}

function missingIn(party: CheckedParty, needed: readonly PartyMember[]): PartyMember[] {
  return needed.filter((member) => {
    if (member === 'identifiers') return false;
    // Countries demand numbers of the register of companies in its own format.
    return member === 'legalNumber' ? companyNumberOf(party) === null : isBlank(party[member]);
  });
}

/** An electronic address is asked for as `identifiers`, whatever else may stand for it. */
function missingAddress(party: CheckedParty, isNeeded: boolean, profile: EInvoiceProfile): PartyMember[] {
  if (!isNeeded) return [];
  const address = profile === 'peppol_bis_3' ? peppolAddress(party) : electronicAddress(party);
  return address === null ? ['identifiers'] : [];
}

function isBlank(text: string | null): boolean {
  return text === null || !hasVisibleText(text);
}
