import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { PaymentRequest } from './payment-request.table.js';

/** A payment request with its customer. */
export interface OwnedPaymentRequest {
  readonly request: PaymentRequest;
  readonly customer: Customer;
}

/** The e-mail with the overdue balance follows from `payment_request.created`. Source: payment-providers.md §6. */
export type PaymentRequestChange = ChangeOf<
  'payment_request.created' | 'payment_request.payment_status_updated',
  OwnedPaymentRequest
>;
