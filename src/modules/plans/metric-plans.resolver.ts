import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import { BillableMetricType } from '../billable-metrics/billable-metric.schema.js';
import type { ChargeService } from './charges/charge.service.js';

/** Adds the field `plansCount` to billable metrics. */
@Resolver(() => BillableMetricType)
export class MetricPlansResolver {
  private readonly byMetric = defineLoader<string, number>(
    ({ db, actor }, ids) => this.charges.countPlansByMetric(db, actor, ids),
    () => 0,
  );

  constructor(private readonly charges: ChargeService) {}

  @FieldResolver(() => Int, { description: 'Number of plans that charge for this metric.' })
  plansCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.byMetric, id);
  }
}
