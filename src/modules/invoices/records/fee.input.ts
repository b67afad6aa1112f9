import type { Fee } from './fee.table.js';

/** Which fees to list; conditions are and-ed, both ends of a span are in it. */
export interface FeeFilter {
  readonly externalCustomerId?: string | null;
  readonly externalSubscriptionId?: string | null;
  readonly feeType?: Fee['feeType'] | null;
  readonly paymentStatus?: Fee['paymentStatus'] | null;
  readonly billableMetricCode?: string | null;
  readonly currency?: string | null;
  readonly eventTransactionId?: string | null;
  readonly createdAtFrom?: Date | null;
  readonly createdAtTo?: Date | null;
  readonly succeededAtFrom?: Date | null;
  readonly succeededAtTo?: Date | null;
  readonly failedAtFrom?: Date | null;
  readonly failedAtTo?: Date | null;
  readonly refundedAtFrom?: Date | null;
  readonly refundedAtTo?: Date | null;
}

/** What became of a fee that stands alone. */
export interface UpdateFee {
  readonly id: string;
  readonly paymentStatus?: Fee['paymentStatus'] | null;
}
