import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { ReportArgs } from './analytics.schema.js';
import type { AnalyticsService, PrepaidCredits } from '../reading/analytics.service.js';
import type { CustomerOverdueBalance, DashboardSummary } from '../records/dashboard.repository.js';
import {
  CustomerOverdueBalanceType,
  DashboardSummaryArgs,
  DashboardSummaryType,
  PrepaidCreditsType,
} from './dashboard.schema.js';

/** What dashboards show beside the reports of REST. */
@Resolver()
export class DashboardResolver {
  constructor(private readonly analytics: AnalyticsService) {}

  @Query(() => [PrepaidCreditsType], {
    description: 'Purchased, granted, consumed and voided credits of wallets by month and currency.',
  })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  prepaidCredits(
    @Ctx() { db, actor }: Context,
    @Args(() => ReportArgs) args: ReportArgs,
  ): Promise<PrepaidCredits[]> {
    return this.analytics.prepaidCredits(db, actor, args);
  }

  @Query(() => DashboardSummaryType, { description: 'How many objects the organization has now.' })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  dashboardSummary(
    @Ctx() { db, actor }: Context,
    @Args(() => DashboardSummaryArgs) args: DashboardSummaryArgs,
  ): Promise<DashboardSummary> {
    return this.analytics.dashboardSummary(db, actor, args);
  }
}

/** Adds to customers what they have not paid in time. */
@Resolver(() => CustomerType)
export class CustomerOverdueBalanceResolver {
  private readonly balances = defineLoader<string, CustomerOverdueBalance[]>(
    ({ db, actor }, ids) => this.analytics.overdueBalancesOf(db, actor, ids),
    () => [],
  );

  constructor(private readonly analytics: AnalyticsService) {}

  @FieldResolver(() => [CustomerOverdueBalanceType], {
    description: 'Amount due on overdue invoices by currency, without self-billed invoices.',
  })
  @Permission('invoice', 'read')
  overdueBalance(@Root() { id }: Customer, @Ctx() context: Context): Promise<CustomerOverdueBalance[]> {
    return context.load(this.balances, id);
  }
}
