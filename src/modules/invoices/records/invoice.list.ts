import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import type { Ordering } from '../../../platform/paging/fetch-page.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Invoice, invoices } from './invoice.table.js';

/** Source: rest-conventions.md §7. */
const LATEST_ISSUED_FIRST: Ordering<Invoice> = [
  { column: invoices.issuingDate, direction: 'desc', type: 'date', value: (row) => row.issuingDate },
  ...newestFirst(invoices),
];

export const invoiceOrders: ListOrders<Invoice> = {
  standard: LATEST_ISSUED_FIRST,
  fields: {
    issuing_date: ascending(invoices, 'issuingDate', 'createdAt'),
    payment_due_date: ascending(invoices, 'paymentDueDate'),
    total_amount_cents: ascending(invoices, 'totalAmountCents'),
  },
};
