import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Actor } from '../../../platform/actor.js';
import { Permission, requireAccess } from '../../../platform/api/access/permissions.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { IntegrationResourceType } from '../../integration-resources/integration-resource.schema.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import { RetryTaxReportInput, RetryTaxReportPayload } from './tax-reports.schema.js';
import type { TaxReports } from './tax-reports.service.js';

@Resolver(() => RetryTaxReportPayload)
export class TaxReportsResolver {
  constructor(private readonly taxReports: TaxReports) {}

  @Mutation(() => RetryTaxReportPayload, {
    description:
      'Reports a credit note to the tax provider again, or takes a voided invoice and its credit notes back there, after that has failed. It is done in the background.',
  })
  @Permission('invoice', 'write', { or: 'credit_note' })
  @FailsWith({
    notFound: ['invoice', 'credit note'],
    notAllowed: ['invalid_status', 'test_clock_advancing'],
    fields: ['value_is_mandatory', 'value_must_be_blank'],
  })
  async retryTaxReport(
    @Ctx() context: Context,
    @Arg('input', () => RetryTaxReportInput, { description: 'The document whose report has failed.' })
    input: RetryTaxReportInput,
  ): Promise<RetryTaxReportPayload> {
    requireUpdates(context.actor, input);
    const records = await this.taxReports.retry(context.beginWrite(), context.actor, input);
    return { records, reportsCount: records.length };
  }

  @FieldResolver(() => [IntegrationResourceType], { description: 'The records of these reports.' })
  @Permission('organization', 'read')
  integrationResources(@Root() { records }: RetryTaxReportPayload): readonly IntegrationResource[] {
    return records;
  }
}

/** Each kind of document has a permission of its own. @throws AppError kind `forbidden`. */
function requireUpdates(actor: Actor, { invoiceId, creditNoteId }: RetryTaxReportInput): void {
  const type = 'Mutation';
  if (invoiceId != null)
    requireAccess(actor, { resource: 'invoice', mode: 'write' }, { type, field: 'updateInvoice' });
  if (creditNoteId != null)
    requireAccess(actor, { resource: 'credit_note', mode: 'write' }, { type, field: 'updateCreditNote' });
}
