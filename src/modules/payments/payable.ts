import { expectPresent } from '../../platform/expect-present.js';
import type { Payment } from './payment.table.js';

/** The document that a payment pays. */
export interface Payable {
  readonly type: 'Invoice' | 'PaymentRequest';
  readonly id: string;
}

export function payableOfPayment({ id, invoiceId, paymentRequestId }: Payment): Payable {
  if (invoiceId !== null) return { type: 'Invoice', id: invoiceId };
  return {
    type: 'PaymentRequest',
    id: expectPresent(paymentRequestId ?? undefined, `what payment ${id} pays`),
  };
}
