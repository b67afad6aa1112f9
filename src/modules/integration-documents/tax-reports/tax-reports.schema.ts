import { InputType, ObjectType } from 'type-graphql';
import { Id, Whole } from '../../../platform/api/members/fields.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import type { RetryTaxReport } from './tax-report.input.js';

@InputType({ description: 'An invoice or a credit note: exactly one of them.' })
export class RetryTaxReportInput implements RetryTaxReport {
  @Id.orNull('Id of a voided invoice whose taxes could not be taken back.') invoiceId?: string | null;
  @Id.orNull('Id of a credit note that could not be reported.') creditNoteId?: string | null;
}

@ObjectType()
export class RetryTaxReportPayload {
  @Whole('How many reports are repeated: those of the document, and of the credit notes of an invoice.')
  reportsCount!: number;
  readonly records!: readonly IntegrationResource[];
}
