import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { defineQueryLoader } from '../../../platform/api/query-loader.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { GrossRevenueType, MonthArgs, MrrType } from './analytics.schema.js';
import type { GrossRevenue } from '../reading/analytics.service.js';
import type { CustomerReports } from '../reading/customer-report.service.js';
import type { ReportRow } from '../reading/report-rows.js';

/** Adds to customers what reports tell of them. */
@Resolver(() => CustomerType)
export class CustomerReportResolver {
  private readonly revenues = defineQueryLoader<Customer, MonthArgs, GrossRevenue[]>(
    ({ db, actor }, customers, query) => this.reports.grossRevenues(db, actor, customers, query),
  );

  private readonly recurring = defineQueryLoader<Customer, MonthArgs, ReportRow[]>(
    ({ db, actor }, customers, query) => this.reports.mrrs(db, actor, customers, query),
  );

  constructor(private readonly reports: CustomerReports) {}

  @FieldResolver(() => [GrossRevenueType], {
    description:
      'Gross revenue of the customer by month, currency and billing entity: the rows of `grossRevenues` for this customer. ' +
      'Months end with the current one of the test clock, if the customer is on one.',
  })
  @Permission('analytic', 'read')
  grossRevenues(
    @Root() row: Customer,
    @Ctx() context: Context,
    @Args(() => MonthArgs) query: MonthArgs,
  ): Promise<GrossRevenue[]> {
    return context.load(this.revenues, { row, query });
  }

  @FieldResolver(() => [MrrType], {
    description:
      'Monthly recurring revenue of the customer by month and currency, as `mrrs` counts it. Months end with the current one of ' +
      'the test clock, if the customer is on one.',
  })
  @Permission('analytic', 'read')
  mrrs(
    @Root() row: Customer,
    @Ctx() context: Context,
    @Args(() => MonthArgs) query: MonthArgs,
  ): Promise<ReportRow[]> {
    return context.load(this.recurring, { row, query });
  }
}
