import type { ListQuery } from '../../platform/paging/page.js';
import type { CreditNoteFilter } from '../credit-notes/records/credit-note-filter.input.js';
import type { TestParameters } from '../customers/records/test-filter.js';
import type { InvoiceFilter } from '../invoices/records/invoice.input.js';
import type { DataExport } from './data-export.table.js';

/** What an export of invoices has a row for. */
export const INVOICE_EXPORT_KINDS = ['invoices', 'fees'] as const;

/** What an export of credit notes has a row for. */
export const CREDIT_NOTE_EXPORT_KINDS = ['credit_notes', 'items'] as const;

export interface ExportInvoices extends Pick<ListQuery<InvoiceFilter>, 'filter' | 'search'>, TestParameters {
  readonly format: DataExport['format'];
  readonly kind: (typeof INVOICE_EXPORT_KINDS)[number];
}

export interface ExportCreditNotes
  extends Pick<ListQuery<CreditNoteFilter>, 'filter' | 'search'>, TestParameters {
  readonly format: DataExport['format'];
  readonly kind: (typeof CREDIT_NOTE_EXPORT_KINDS)[number];
}
