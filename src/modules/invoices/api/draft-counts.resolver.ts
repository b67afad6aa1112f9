import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { BillableMetricType } from '../../billable-metrics/billable-metric.schema.js';
import { PlanType } from '../../plans/plan.schema.js';
import type { DraftInvoiceService } from '../issuing/draft-invoice.service.js';

/** Adds the number of draft invoices to plans. */
@Resolver(() => PlanType)
export class PlanDraftsResolver {
  private readonly byPlan = defineLoader<string, number>(
    ({ db, actor }, ids) => this.drafts.countByPlan(db, actor, ids),
    () => 0,
  );

  constructor(private readonly drafts: DraftInvoiceService) {}

  @FieldResolver(() => Int, { description: 'Number of draft invoices that bill the plan.' })
  draftInvoicesCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.byPlan, id);
  }
}

/** Adds the number of draft invoices to billable metrics. */
@Resolver(() => BillableMetricType)
export class MetricDraftsResolver {
  private readonly byMetric = defineLoader<string, number>(
    ({ db, actor }, ids) => this.drafts.countByMetric(db, actor, ids),
    () => 0,
  );

  constructor(private readonly drafts: DraftInvoiceService) {}

  @FieldResolver(() => Int, { description: 'Number of draft invoices with fees for this metric.' })
  draftInvoicesCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.byMetric, id);
  }
}
