import type { AppliedTax, Fee } from '../records/fees/fee.table.js';

/** Members that only a stored fee has; an estimate has these values. */
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
  deletedAt: null,
} as const satisfies { readonly [Member in keyof Fee]?: null };

/** A fee that an event would create, with the related records that its GraphQL type shows. */
export type FeeEstimate = Omit<Fee, keyof typeof NOT_STORED> &
  typeof NOT_STORED & {
    readonly externalCustomerId: string;
    readonly externalSubscriptionId: string;
    readonly appliedTaxes: readonly (Omit<AppliedTax, 'feeId'> & { readonly feeId: null })[];
  };
