import type { SentMetadataEntry } from '../../../platform/metadata/metadata-entries.js';
import type { Invoice, VISIBLE_INVOICE_STATUSES } from './invoice.table.js';
import type { DocumentFilter } from './document-filter.input.js';

/** The kinds of records that can settle an invoice. */
export const SETTLEMENT_KINDS = ['credit_note', 'payment'] as const;

export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

type ListedStatus = (typeof VISIBLE_INVOICE_STATUSES)[number];

/** Filters of a list of invoices. All conditions must hold; ranges include both ends. */
export interface InvoiceFilter extends DocumentFilter {
  readonly statuses?: readonly ListedStatus[] | null;
  readonly status?: readonly ListedStatus[] | null;
  readonly paymentStatuses?: readonly Invoice['paymentStatus'][] | null;
  readonly paymentStatus?: readonly Invoice['paymentStatus'][] | null;
  readonly paymentOverdue?: boolean | null;
  readonly paymentDisputeLost?: boolean | null;
  readonly partiallyPaid?: boolean | null;
  readonly settlements?: readonly SettlementKind[] | null;
  readonly invoiceType?: Invoice['invoiceType'] | null;
  readonly selfBilled?: boolean | null;
  readonly purchaseOrderNumber?: string | null;
  readonly metadata?: Record<string, unknown> | null;
}

/** Changes of an invoice. Omitted members stay unchanged. */
export interface UpdateInvoice {
  readonly id: string;
  readonly paymentStatus?: Invoice['paymentStatus'] | null;
  readonly metadata?: readonly SentMetadataEntry[] | null;
}
