import type { SentPaymentMethodReference } from '../payment-providers/methods/payment-method-reference.js';
import type { PaymentRequest } from './payment-request.table.js';

/** A request to pay overdue invoices of a customer. */
export interface CreatePaymentRequest {
  readonly externalCustomerId: string;
  readonly email?: string | null;
  readonly invoiceIds: readonly string[];
  readonly paymentMethod?: SentPaymentMethodReference | null;
}

/** Filters payment requests; omitted members do not restrict. */
export interface PaymentRequestFilter {
  readonly externalCustomerId?: string | null;
  readonly paymentStatus?: PaymentRequest['paymentStatus'] | null;
  readonly currency?: string | null;
  readonly billingEntityCodes?: readonly string[] | null;
}
