import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { BillingEntityType } from '../../billing-entities/api/billing-entity.schema.js';
import type { InvoiceRelations } from '../../invoices/api/invoice-relations.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import { PlanType } from '../../plans/plan.schema.js';
import type { Plan } from '../../plans/plan.table.js';
import {
  CustomerReportArgs,
  GrossRevenueType,
  InvoiceCollectionType,
  InvoicedUsageType,
  MrrType,
  OverdueBalanceType,
  PlanMrrType,
  PlanReportArgs,
  ReportArgs,
  RevenueStreamType,
} from './analytics.schema.js';
import type {
  AnalyticsService,
  GrossRevenue,
  InvoiceCollection,
  InvoicedUsage,
  OverdueBalance,
  PlanMrr,
  RevenueStream,
} from '../reading/analytics.service.js';
import type { ReportRow } from '../reading/report-rows.js';

/** Reports over documents; none has pages. */
@Resolver()
export class AnalyticsResolver {
  constructor(private readonly analytics: AnalyticsService) {}

  @Query(() => [GrossRevenueType], { description: 'Gross revenue by month, currency and billing entity.' })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  grossRevenues(
    @Ctx() { db, actor }: Context,
    @Args(() => CustomerReportArgs) args: CustomerReportArgs,
  ): Promise<GrossRevenue[]> {
    return this.analytics.grossRevenues(db, actor, args);
  }

  @Query(() => [MrrType], { description: 'Monthly recurring revenue by month and currency.' })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  mrrs(@Ctx() { db, actor }: Context, @Args(() => ReportArgs) args: ReportArgs): Promise<ReportRow[]> {
    return this.analytics.mrrs(db, actor, args);
  }

  @Query(() => [PlanMrrType], { description: 'Monthly recurring revenue by month, currency and plan.' })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  mrrByPlan(
    @Ctx() { db, actor }: Context,
    @Args(() => PlanReportArgs) args: PlanReportArgs,
  ): Promise<PlanMrr[]> {
    return this.analytics.mrrByPlan(db, actor, args);
  }

  @Query(() => [InvoicedUsageType], { description: 'Invoiced usage by month, currency and metric.' })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  invoicedUsages(
    @Ctx() { db, actor }: Context,
    @Args(() => ReportArgs) args: ReportArgs,
  ): Promise<InvoicedUsage[]> {
    return this.analytics.invoicedUsages(db, actor, args);
  }

  @Query(() => [InvoiceCollectionType], {
    description: 'Finalized invoices by month, currency and payment status.',
  })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  invoiceCollections(
    @Ctx() { db, actor }: Context,
    @Args(() => ReportArgs) args: ReportArgs,
  ): Promise<InvoiceCollection[]> {
    return this.analytics.invoiceCollections(db, actor, args);
  }

  @Query(() => [OverdueBalanceType], {
    description: 'Overdue balances by month of the due date, currency and billing entity.',
  })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  overdueBalances(
    @Ctx() { db, actor }: Context,
    @Args(() => CustomerReportArgs) args: CustomerReportArgs,
  ): Promise<OverdueBalance[]> {
    return this.analytics.overdueBalances(db, actor, args);
  }

  @Query(() => [RevenueStreamType], { description: 'Invoiced fees by month, currency and type.' })
  @Permission('analytic', 'read')
  @FailsWith({ notFound: ['test clock'] })
  revenueStreams(
    @Ctx() { db, actor }: Context,
    @Args(() => ReportArgs) args: ReportArgs,
  ): Promise<RevenueStream[]> {
    return this.analytics.revenueStreams(db, actor, args);
  }
}

/** Leads from recurring revenue to its plan. */
@Resolver(() => PlanMrrType)
export class PlanMrrResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => PlanType)
  @Permission('plan', 'read')
  plan(@Root() { planId }: PlanMrr, @Ctx() context: Context): Promise<Plan> {
    return context.load(this.relations.plan, planId);
  }
}

/** Leads from gross revenue to its billing entity. */
@Resolver(() => GrossRevenueType)
export class GrossRevenueEntityResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => BillingEntityType, { description: 'The billing entity that issued the documents.' })
  @Permission('billing_entity', 'read')
  billingEntity(@Root() { billingEntityId }: GrossRevenue, @Ctx() context: Context): Promise<BillingEntity> {
    return context.load(this.relations.billingEntity, billingEntityId);
  }
}

/** Leads from overdue balances to their billing entity. */
@Resolver(() => OverdueBalanceType)
export class OverdueBalanceEntityResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => BillingEntityType, { description: 'The billing entity that issued the documents.' })
  @Permission('billing_entity', 'read')
  billingEntity(
    @Root() { billingEntityId }: OverdueBalance,
    @Ctx() context: Context,
  ): Promise<BillingEntity> {
    return context.load(this.relations.billingEntity, billingEntityId);
  }
}
