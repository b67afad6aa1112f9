import type { ChangeOf } from '../../platform/changes/changes.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { ProviderError } from '../payment-providers/adapters/payment-provider.js';
import type { PaymentProviderRow } from '../payment-providers/records/payment-provider.table.js';
import type { PaymentRequest } from '../payment-requests/payment-request.table.js';
import type { Payment } from './payment.table.js';

/** A payment with its customer. */
interface OwnedPayment {
  readonly payment: Payment;
  readonly customer: Customer;
}

/** Why something that a provider was asked for did not happen. */
export interface RefusedPayment {
  readonly customer: Customer;
  /** Null if the customer is linked to no provider. */
  readonly provider: PaymentProviderRow | null;
  readonly error: { readonly message?: string; readonly errorCode: string } | ProviderError;
}

export type PaymentChange =
  /** A payment that was made without a provider was recorded. */
  | ChangeOf<'payment.recorded', OwnedPayment>
  /** A provider has made a payment. `isReported`: a message of the provider says so. */
  | ChangeOf<'payment.succeeded', OwnedPayment & { isReported: boolean }>
  | ChangeOf<'payment.requires_action', OwnedPayment>
  /** A provider processes a payment, and reports its outcome later. `now` is that of the customer. */
  | ChangeOf<'payment.processing', OwnedPayment & { now: Date }>
  | ChangeOf<'invoice.payment_failure', RefusedPayment & { invoice: Invoice }>
  /** A payment of a request has failed; or its provider made no page for it. */
  | ChangeOf<
      'payment_request.payment_failure' | 'payment_request.page_refused',
      RefusedPayment & { request: PaymentRequest; invoiceIds: readonly string[] }
    >
  /** A payment request is charged to no payment method, although its customer is linked to a provider. */
  | ChangeOf<'payment_request.left_to_payer', { request: PaymentRequest; customer: Customer }>
  | ChangeOf<'credit_note.refund_failure', RefusedPayment & { note: CreditNote }>;
