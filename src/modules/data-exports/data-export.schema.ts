import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime } from '../../platform/api/scalars.js';
import { CreditNoteFilterInput } from '../credit-notes/credit-note.schema.js';
import { InvoiceFilterInput } from '../invoices/api/invoice.schema.js';
import { CREDIT_NOTE_EXPORT_KINDS, INVOICE_EXPORT_KINDS } from './data-export.input.js';
import {
  type DataExport,
  EXPORT_FAILURES,
  EXPORT_FORMATS,
  EXPORT_STATUSES,
  EXPORT_TYPES,
} from './data-export.table.js';

export const DataExportFormat = enumOf(EXPORT_FORMATS);
registerEnumType(DataExportFormat, {
  name: 'DataExportFormat',
  description: 'Format of the file of an export.',
  valuesConfig: {
    csv: {
      description:
        'Comma-separated values (RFC 4180) in UTF-8 with a byte order mark; the first row names the columns, in the words of ' +
        'the REST API. Amounts are integers in minor units (cents) of the `currency` in their row, instants are in UTC. ' +
        'Texts that a spreadsheet would compute as formulas begin with an apostrophe.',
    },
  },
});

export const DataExportType = enumOf(EXPORT_TYPES);
registerEnumType(DataExportType, {
  name: 'DataExportType',
  description: 'What an export has a row for.',
  valuesConfig: {
    credit_note_items: { description: 'Each credited fee of a credit note.' },
    credit_notes: { description: 'Each credit note.' },
    invoice_fees: { description: 'Each fee of an invoice.' },
    invoices: { description: 'Each invoice.' },
  },
});

export const DataExportStatus = enumOf(EXPORT_STATUSES);
registerEnumType(DataExportStatus, {
  name: 'DataExportStatus',
  description: 'Whether an export has its file.',
  valuesConfig: {
    completed: { description: 'The file is written.' },
    failed: { description: 'There will be no file.' },
    pending: { description: 'The file is being written, or will be.' },
  },
});

export const DataExportFailure = enumOf(EXPORT_FAILURES);
registerEnumType(DataExportFailure, {
  name: 'DataExportFailure',
  description: 'Why an export has failed.',
  valuesConfig: {
    file_too_large: {
      description:
        'The file would be larger than `EXPORT_MAX_BYTES`, 20 MB by default: select fewer records.',
    },
    internal_error: { description: 'The server could not write the file.' },
    too_many_rows: {
      description:
        'The file would have more rows than `EXPORT_MAX_ROWS`, 50,000 by default: select fewer records.',
    },
  },
});

const InvoiceExportKind = enumOf(INVOICE_EXPORT_KINDS);
registerEnumType(InvoiceExportKind, {
  name: 'InvoiceExportKind',
  description: 'What an export of invoices has a row for.',
  valuesConfig: {
    fees: { description: 'Each fee of the invoices.' },
    invoices: { description: 'Each invoice.' },
  },
});

const CreditNoteExportKind = enumOf(CREDIT_NOTE_EXPORT_KINDS);
registerEnumType(CreditNoteExportKind, {
  name: 'CreditNoteExportKind',
  description: 'What an export of credit notes has a row for.',
  valuesConfig: {
    credit_notes: { description: 'Each credit note.' },
    items: { description: 'Each credited fee of the credit notes.' },
  },
});

@ObjectType('DataExport', { description: 'An export of records to a file, which is kept for 7 days.' })
export class DataExportObjectType {
  @Field(() => ID)
  id!: string;

  @Field(() => DataExportType, { description: 'What the file has a row for.' })
  exportType!: DataExport['exportType'];

  @Field(() => DataExportFormat, { description: 'Format of the file.' })
  format!: DataExport['format'];

  @Field(() => DataExportStatus, { description: 'Whether the file is written.' })
  status!: DataExport['status'];

  @Field(() => DataExportFailure, {
    nullable: true,
    description: 'Why there is no file; null unless it has failed.',
  })
  failure!: DataExport['failure'];

  @Field(() => Int, { description: 'Number of rows written so far, without the names of the columns.' })
  rowsCount!: number;

  @Field(() => DateTime, { description: 'When the export and its file are deleted.' })
  expiresAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When the file was written, or the export failed.' })
  completedAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@InputType({ description: 'Which invoices to export.' })
export class ExportInvoicesInput {
  @Field(() => DataExportFormat, { defaultValue: 'csv', description: 'Format of the file.' })
  format!: DataExport['format'];

  @Field(() => InvoiceExportKind, { defaultValue: 'invoices', description: 'What the file has a row for.' })
  kind!: (typeof INVOICE_EXPORT_KINDS)[number];

  @Field(() => InvoiceFilterInput, { nullable: true, description: 'Conditions that the invoices must meet.' })
  filter?: InvoiceFilterInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'A text that the list of invoices would be searched for.',
  })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: also the documents of customers on test clocks. They are not exported otherwise.',
  })
  includeTest?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only the documents of the customers of this test clock.',
  })
  testClockId?: string | null;
}

@InputType({ description: 'Which credit notes to export.' })
export class ExportCreditNotesInput {
  @Field(() => DataExportFormat, { defaultValue: 'csv', description: 'Format of the file.' })
  format!: DataExport['format'];

  @Field(() => CreditNoteExportKind, {
    defaultValue: 'credit_notes',
    description: 'What the file has a row for.',
  })
  kind!: (typeof CREDIT_NOTE_EXPORT_KINDS)[number];

  @Field(() => CreditNoteFilterInput, {
    nullable: true,
    description: 'Conditions that the credit notes must meet.',
  })
  filter?: CreditNoteFilterInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'A text that the list of credit notes would be searched for.',
  })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: also the documents of customers on test clocks. They are not exported otherwise.',
  })
  includeTest?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only the documents of the customers of this test clock.',
  })
  testClockId?: string | null;
}

@ObjectType({ description: 'The requested export.' })
export class DataExportPayload {
  @Field(() => DataExportObjectType)
  dataExport!: DataExport;
}
