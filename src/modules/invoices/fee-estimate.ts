import type { AppliedTax, Fee } from './fee.table.js';

/** A fee that an event would make, with what its type shows beside its row. */
export interface FeeEstimate extends Omit<Fee, 'amountDetails'> {
  readonly amountDetails: null;
  readonly externalCustomerId: string;
  readonly externalSubscriptionId: string;
  readonly appliedTaxes: readonly (Omit<AppliedTax, 'feeId'> & { readonly feeId: null })[];
}
