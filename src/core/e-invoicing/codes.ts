// What both syntaxes of EN 16931 call the same. Source: documents-and-emails.md §3.

export const EN_16931 = 'urn:cen.eu:en16931:2017';

/** Codes: a discount; a piece. */
export const DISCOUNT = '95';
export const PIECE = 'C62';

/** Codes of means of payment: not defined; as agreed. */
const NOT_DEFINED = '1';
const STANDING_AGREEMENT = '57';

/** The means of payment without an account. Between parties of the Netherlands Peppol asks for one that is defined (NL-R-008). */
export function paymentMeans(sellerCountry: string | null, buyerCountry: string | null): string {
  return sellerCountry === 'NL' && buyerCountry === 'NL' ? STANDING_AGREEMENT : NOT_DEFINED;
}
