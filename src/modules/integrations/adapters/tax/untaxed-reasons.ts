import { ZERO } from '../../../../core/money/decimal.js';
import type { ProvidedTax } from './tax-provider.js';

/** Why a line has no tax: codes of taxes of 0, with their names. Source: integrations.md §7. */
const NAMES = {
  reverse_charge: 'Reverse charge',
  customer_exempt: 'Customer exempt',
  transaction_exempt: 'Transaction exempt',
  exempt: 'Exempt',
  not_collecting: 'Not collecting',
  product_not_taxed: 'Product not taxed',
  juris_has_no_tax: 'Jurisdiction has no tax',
  juris_not_taxed: 'Jurisdiction not taxed',
  // Taxes are due, and nothing is collected of them.
  tax: 'Tax',
  unknown_taxation: 'Unknown taxation',
} as const;

export type UntaxedReason = keyof typeof NAMES;

/** The tax of 0 that says why a line has no tax. */
export function untaxedFor(reason: UntaxedReason): ProvidedTax {
  const [ratePercent, amount] = [ZERO, ZERO];
  return { code: reason, name: NAMES[reason], description: null, ratePercent, amount, taxableAmount: null };
}
