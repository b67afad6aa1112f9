import { InputType } from 'type-graphql';
import { Id } from '../../../platform/api/members/fields.js';
import { payloadOf } from '../../../platform/api/members/shapes.js';
import { IntegrationResourceType } from '../../integration-resources/integration-resource.schema.js';
import type { RetryTaxReport } from './tax-report.input.js';

@InputType({ description: 'An invoice or a credit note: exactly one of them.' })
export class RetryTaxReportInput implements RetryTaxReport {
  @Id.orNull('Id of a voided invoice whose taxes could not be taken back.') invoiceId?: string | null;
  @Id.orNull('Id of a credit note that could not be reported.') creditNoteId?: string | null;
}

export const RetryTaxReportPayload = payloadOf(
  'RetryTaxReportPayload',
  'integrationResources',
  () => [IntegrationResourceType],
  'The records of the reports that are repeated.',
);
