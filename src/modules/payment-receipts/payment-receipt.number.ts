import { receiptPrefix } from '../../core/invoicing/numbers/invoice-number.js';
import type { Customer } from '../customers/records/customer.table.js';

const DIGITS = 6;

/** The seventh customer's first receipt: "ACM-4F2A-007-RCPT-000001". Source: payments.md §10. */
export function receiptNumber(customer: Pick<Customer, 'testClockId' | 'slug'>, sequence: number): string {
  return `${receiptPrefix(customer)}-RCPT-${String(sequence).padStart(DIGITS, '0')}`;
}
