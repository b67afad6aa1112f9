import type { TaxCategory } from './e-invoice.js';

// What both syntaxes of EN 16931 call the same. Source: documents-and-emails.md §3.

export const EN_16931 = 'urn:cen.eu:en16931:2017';

/** Codes: a payment by means that are not defined; a discount; a piece; an e-mail address. */
export const PAYMENT_MEANS = '1';
export const DISCOUNT = '95';
export const PIECE = 'C62';
export const E_MAIL = 'EM';

/** Why a category is not taxed, where the standard requires a reason. */
export const EXEMPTION: Partial<Record<TaxCategory, string>> = { O: 'VATEX-EU-O' };
