import type { SentFeeByHand } from '../../modules/invoices/issuing/fee-by-hand.input.js';

/** A change by hand to one fee of a draft invoice: to an existing fee, or to that of a charge, which need not have usage. */
export interface AdjustFee extends SentFeeByHand {
  readonly invoiceId: string;
  readonly feeId?: string | null;
  readonly chargeId?: string | null;
  readonly chargeFilterId?: string | null;
  readonly subscriptionId?: string | null;
}
