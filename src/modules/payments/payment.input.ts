import type { TestFilter } from '../customers/records/test-filter.js';
import type { Payment } from './payment.table.js';

/** A payment that was made without a payment provider. */
export interface RecordPayment {
  readonly invoiceId: string;
  readonly amountCents: bigint;
  readonly reference?: string | null;
  readonly paidAt?: Date | null;
}

/** A payment of everything that is due on a payment request, made without a payment provider. */
export interface RecordPaymentOfRequest {
  readonly paymentRequestId: string;
  readonly amountCents: bigint;
  readonly reference: string;
  readonly paidAt?: Date | null;
}

/** Filters payments; omitted members do not restrict. */
export interface PaymentFilter extends TestFilter {
  readonly externalCustomerId?: string | null;
  /** Payments of the invoice, or of a payment request that contains it. */
  readonly invoiceId?: string | null;
  readonly paymentStatuses?: readonly Payment['paymentStatus'][] | null;
  readonly type?: Payment['paymentType'] | null;
  /** Code of the connection to the provider, which may be deleted. */
  readonly paymentProviderCode?: string | null;
  readonly currency?: string | null;
}
