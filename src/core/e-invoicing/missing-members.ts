import {
  canSellAt,
  type CheckedParty,
  type CHOSEN_PROFILES,
  missingForCategories,
  missingOfBuyer,
  missingOfSeller,
  type PartyMember,
  profileOf,
} from './completeness.js';
import type { EInvoice } from './e-invoice.js';

/** What the parties of a document lack for its e-invoice. */
export interface MissingMembers {
  readonly issuer: readonly PartyMember[];
  readonly customer: readonly PartyMember[];
}

/** Source: documents-and-emails.md §3. */
export function missingMembers({ seller, buyer, profile, isSelfBilled, lines }: EInvoice): MissingMembers {
  const missing = missingForCategories({ seller, buyer }, new Set(lines.map(({ tax }) => tax.category)));
  const hasRates = lines.every(({ tax }) => canSellAt(tax.ratePercent, seller.country, profile));
  const ofSeller = [
    ...new Set([
      ...missingOfSeller(seller, profile, buyer),
      ...missing.seller,
      ...(hasRates ? [] : (['country'] as const)),
    ]),
  ];
  const ofBuyer = [...new Set([...missingOfBuyer(buyer, profile, seller), ...missing.buyer])];
  return isSelfBilled ? { issuer: ofBuyer, customer: ofSeller } : { issuer: ofSeller, customer: ofBuyer };
}

/** Members of the customer by their names, those of the billing entity with its name in front. */
export function problemsOf({ issuer, customer }: MissingMembers): string[] {
  return [
    ...customer.map((member) => NAMES[member]),
    ...issuer.map((member) => `billing_entity_${NAMES[member]}`),
  ];
}

interface Issuer extends CheckedParty {
  readonly einvoicing: boolean;
  readonly einvoicingProfile: (typeof CHOSEN_PROFILES)[number] | null;
}

/** What a customer lacks for any e-invoice of its billing entity, whatever it bills. @param isPartner is billed by itself. */
export function problemsOfCustomer(customer: CheckedParty, issuer: Issuer, isPartner: boolean): string[] {
  if (!issuer.einvoicing) return [];
  const profile = profileOf(issuer);
  const missing = isPartner ? missingOfSeller(customer, profile) : missingOfBuyer(customer, profile, issuer);
  return problemsOf({ issuer: [], customer: missing });
}

const NAMES: Readonly<Record<PartyMember, string>> = {
  addressLine1: 'address_line1',
  city: 'city',
  zipcode: 'zipcode',
  country: 'country',
  phone: 'phone',
  email: 'email',
  legalNumber: 'legal_number',
  taxIdentificationNumber: 'tax_identification_number',
  identifiers: 'identifiers',
};
