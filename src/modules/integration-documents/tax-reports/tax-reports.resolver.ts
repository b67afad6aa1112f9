import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import { RetryTaxReportInput, RetryTaxReportPayload } from './tax-reports.schema.js';
import type { TaxReports } from './tax-reports.service.js';

@Resolver()
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
  ): Promise<{ integrationResources: IntegrationResource[] }> {
    const { actor } = context;
    return { integrationResources: await this.taxReports.retry(context.beginWrite(), actor, input) };
  }
}
