import type { Customer } from '../../customers/records/customer.table.js';
import type { Invoice } from '../records/invoice.table.js';

/** An invoice whose customer is locked until the transaction ends, so that no other transaction bills, pays or credits it. */
export interface LockedInvoice {
  readonly invoice: Invoice;
  readonly customer: Customer;
  /** The customer's now. */
  readonly now: Date;
}
