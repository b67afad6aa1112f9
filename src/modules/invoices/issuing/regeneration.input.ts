import type { SentFeeByHand } from './fee-by-hand.input.js';

/** What changes on a regenerated invoice: a fee of the voided one, by its id, or a new fee for a charge. */
export interface SentRegeneratedFee extends SentFeeByHand {
  readonly id?: string | null;
  readonly chargeId?: string | null;
  readonly subscriptionId?: string | null;
}

/** A voided invoice to make a new one from. Fees that are not named are copied as they are. */
export interface RegenerateInvoice {
  readonly voidedInvoiceId: string;
  readonly fees?: readonly SentRegeneratedFee[] | null;
}
