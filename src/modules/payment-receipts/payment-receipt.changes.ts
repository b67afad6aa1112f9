import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { PaymentReceipt } from './payment-receipt.table.js';

/** A receipt with its customer. */
export interface OwnedPaymentReceipt {
  readonly receipt: PaymentReceipt;
  readonly customer: Customer;
}

export type PaymentReceiptChange = ChangeOf<'payment_receipt.created', OwnedPaymentReceipt>;
