import type { Fee } from './fee.table.js';
import type { TestFilter } from '../../../customers/records/test-filter.js';

/** Filters of a list of fees. All conditions must hold; ranges include both ends. */
export interface FeeFilter extends TestFilter {
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

/** A new payment status of a standalone fee. */
export interface UpdateFee {
  readonly id: string;
  readonly paymentStatus?: Fee['paymentStatus'] | null;
}
