/**
 * Why a tax has its rate, in the codes of UNCL5305 that EN 16931 takes: standard rate, zero rated, exempt, reverse charge, supply
 * within the EU, export, outside the scope of the tax. Source: documents-and-emails.md §3.
 */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;

export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** The category of a rate of which nothing else is known. */
export function categoryOfRate(isAboveZero: boolean): TaxCategory {
  return isAboveZero ? 'S' : 'Z';
}

/** Only the standard category has a rate above zero, and it has no other. */
export function fitsRate(category: TaxCategory, isAboveZero: boolean): boolean {
  return (category === 'S') === isAboveZero;
}

/** True for a category whose rate of zero has a reason, which documents give. */
export function hasExemptionReason(category: TaxCategory): category is Exclude<TaxCategory, 'S' | 'Z'> {
  return category !== 'S' && category !== 'Z';
}

/** Codes of the published reasons (VATEX); an exemption has none of its own, since its reason is the issuer's. */
export const EXEMPTION_CODES: Readonly<Partial<Record<TaxCategory, string>>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};
