import type { AppliedTax, Fee } from '../records/fee.table.js';

/** What a fee has only once it is stored; an estimate has none of it. */
export const NOT_STORED = {
  id: null,
  invoiceId: null,
  fixedChargeId: null,
  trueUpParentFeeId: null,
  presentationBreakdowns: null,
  amountDetails: null,
  createdAt: null,
  succeededAt: null,
  failedAt: null,
  refundedAt: null,
} as const satisfies { readonly [Member in keyof Fee]?: null };

/** A fee that an event would make, with what its type shows beside its row. */
export type FeeEstimate = Omit<Fee, keyof typeof NOT_STORED> &
  typeof NOT_STORED & {
    readonly externalCustomerId: string;
    readonly externalSubscriptionId: string;
    readonly appliedTaxes: readonly (Omit<AppliedTax, 'feeId'> & { readonly feeId: null })[];
  };
