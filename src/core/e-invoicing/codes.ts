// What both syntaxes of EN 16931 call the same. Source: documents-and-emails.md §3.
import type { EInvoice } from './e-invoice.js';

export const EN_16931 = 'urn:cen.eu:en16931:2017';

/** Codes: a discount; a piece. */
export const DISCOUNT = '95';
export const PIECE = 'C62';

/** Codes of means of payment: not defined; credit transfer; payment to a bank account; as agreed; SEPA credit transfer. */
const NOT_DEFINED = '1';
const CREDIT_TRANSFER = '30';
const TO_BANK_ACCOUNT = '42';
const STANDING_AGREEMENT = '57';
const SEPA_CREDIT_TRANSFER = '58';

/**
 * The means of payment. Without an account, Peppol asks for one that is defined between parties of the Netherlands (NL-R-008); between
 * parties of Denmark it allows no credit transfer, but a payment to a bank account (DK-R-005).
 */
export function paymentMeans({ payee, seller, buyer }: Pick<EInvoice, 'buyer' | 'payee' | 'seller'>): string {
  const isWithin = (country: string) => seller.country === country && buyer.country === country;
  if (payee === null) return isWithin('NL') ? STANDING_AGREEMENT : NOT_DEFINED;
  if (payee.isIban) return SEPA_CREDIT_TRANSFER;
  return isWithin('DK') ? TO_BANK_ACCOUNT : CREDIT_TRANSFER;
}
