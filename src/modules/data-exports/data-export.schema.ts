import { InputType, ObjectType } from 'type-graphql';
import { enumOf } from '../../platform/api/members/enums.js';
import { Flag, Id, Instant, Of, Text, Whole } from '../../platform/api/members/fields.js';
import { CreditNoteFilterInput } from '../credit-notes/api/credit-note.schema.js';
import { InvoiceFilterInput } from '../invoices/api/invoice.schema.js';
import { CREDIT_NOTE_EXPORT_KINDS, INVOICE_EXPORT_KINDS } from './data-export.input.js';
import {
  type DataExport,
  EXPORT_FAILURES,
  EXPORT_FORMATS,
  EXPORT_STATUSES,
  EXPORT_TYPES,
} from './data-export.table.js';

export const DataExportFormat = enumOf(
  EXPORT_FORMATS,
  'DataExportFormat',
  'Format of the file of an export.',
  {
    csv:
      'Comma-separated values (RFC 4180) in UTF-8 with a byte order mark; the first row names the columns, in the words of ' +
      'the REST API. Amounts are integers in minor units (cents) of the `currency` in their row, instants are in UTC. ' +
      'Texts that a spreadsheet would compute as formulas begin with an apostrophe.',
  },
);

export const DataExportType = enumOf(EXPORT_TYPES, 'DataExportType', 'What an export has a row for.', {
  credit_note_items: 'Each credited fee of a credit note.',
  credit_notes: 'Each credit note.',
  invoice_fees: 'Each fee of an invoice.',
  invoices: 'Each invoice.',
});

export const DataExportStatus = enumOf(
  EXPORT_STATUSES,
  'DataExportStatus',
  'Whether an export has its file.',
  {
    completed: 'The file is written.',
    failed: 'The export failed: there will be no file.',
    pending: 'The file is being written, or will be.',
  },
);

export const DataExportFailure = enumOf(EXPORT_FAILURES, 'DataExportFailure', 'Why an export has failed.', {
  file_too_large: 'The file would be larger than `EXPORT_MAX_BYTES`, 20 MB by default: select fewer records.',
  internal_error: 'The server could not write the file.',
  too_many_rows:
    'The file would have more rows than `EXPORT_MAX_ROWS`, 50,000 by default: select fewer records.',
});

const InvoiceExportKind = enumOf(
  INVOICE_EXPORT_KINDS,
  'InvoiceExportKind',
  'What an export of invoices has a row for.',
  {
    fees: 'Each fee of the invoices.',
    invoices: 'Each invoice.',
  },
);

const CreditNoteExportKind = enumOf(
  CREDIT_NOTE_EXPORT_KINDS,
  'CreditNoteExportKind',
  'What an export of credit notes has a row for.',
  {
    credit_notes: 'Each credit note.',
    items: 'Each credited fee of the credit notes.',
  },
);

@ObjectType('DataExport', { description: 'An export of records to a file, which is kept for 7 days.' })
export class DataExportObjectType {
  @Id() id!: string;
  @Of(() => DataExportType, 'Kind of record that the file has a row for.')
  exportType!: DataExport['exportType'];
  @Of(() => DataExportFormat, 'Format of the file.') format!: DataExport['format'];
  @Of(() => DataExportStatus, 'Whether the file is written.') status!: DataExport['status'];
  @Of.orNull(() => DataExportFailure, 'Why there is no file; null unless it has failed.')
  failure!: DataExport['failure'];
  @Whole('Number of rows written so far, without the names of the columns.') rowsCount!: number;
  @Instant('When the export and its file are deleted.') expiresAt!: Date;
  @Instant.orNull('When the file was written, or the export failed.') completedAt!: Date | null;
  @Instant() createdAt!: Date;
}

@InputType({ description: 'Which invoices to export.' })
export class ExportInvoicesInput {
  @Of(() => DataExportFormat, 'Format of the file.', { defaultValue: 'csv' }) format!: DataExport['format'];
  @Of(() => InvoiceExportKind, 'Kind of record that the file has a row for.', { defaultValue: 'invoices' })
  kind!: (typeof INVOICE_EXPORT_KINDS)[number];
  @Of.orNull(() => InvoiceFilterInput, 'Conditions that the invoices must meet.')
  filter?: InvoiceFilterInput | null;
  @Text.orNull('A text that the list of invoices would be searched for.') search?: string | null;
  @Flag.orNull('Whether documents of customers on test clocks are exported, too. Default false.')
  includeTest?: boolean | null;
  @Id.orNull('Id of a test clock; the documents of its customers are exported, and no others.') testClockId?:
    string | null;
}

@InputType({ description: 'Which credit notes to export.' })
export class ExportCreditNotesInput {
  @Of(() => DataExportFormat, 'Format of the file.', { defaultValue: 'csv' }) format!: DataExport['format'];
  @Of(() => CreditNoteExportKind, 'Kind of record that the file has a row for.', {
    defaultValue: 'credit_notes',
  })
  kind!: (typeof CREDIT_NOTE_EXPORT_KINDS)[number];
  @Of.orNull(() => CreditNoteFilterInput, 'Conditions that the credit notes must meet.')
  filter?: CreditNoteFilterInput | null;
  @Text.orNull('A text that the list of credit notes would be searched for.') search?: string | null;
  @Flag.orNull('Whether documents of customers on test clocks are exported, too. Default false.')
  includeTest?: boolean | null;
  @Id.orNull('Id of a test clock; the documents of its customers are exported, and no others.') testClockId?:
    string | null;
}

@ObjectType({ description: 'The requested export.' })
export class DataExportPayload {
  @Of(() => DataExportObjectType, 'The requested export, whose file is written soon after.')
  dataExport!: DataExport;
}
