import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { MetricUsageType, UsageReportArgs } from './usage-report.schema.js';
import type { ReportedUsage, UsageReport } from '../usage/usage-report.service.js';

@Resolver()
export class UsageReportResolver {
  constructor(private readonly report: UsageReport) {}

  @Query(() => [MetricUsageType], {
    description: 'Usage by day, week or month, billable metric and currency.',
  })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  usages(
    @Ctx() { db, actor }: Context,
    @Args(() => UsageReportArgs) args: UsageReportArgs,
  ): Promise<ReportedUsage[]> {
    return this.report.usages(db, actor, args);
  }
}
