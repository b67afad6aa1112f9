import { RestOnly } from '../../platform/api/members/surfaces.js';
import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { defineLoader } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import {
  BillableMetricConnection,
  BillableMetricPageArgs,
  BillableMetricFilterType,
  BillableMetricPayload,
  BillableMetricType,
  CreateBillableMetricInput,
  DeleteBillableMetricInput,
  DeleteBillableMetricPayload,
  UpdateBillableMetricInput,
} from './billable-metric.schema.js';
import { EvaluateExpressionInput, ExpressionResult } from './expression.schema.js';
import type { BillableMetricService } from './billable-metric.service.js';
import type { BillableMetric, BillableMetricFilter } from './billable-metric.table.js';

@Resolver(() => BillableMetricType)
export class BillableMetricResolver {
  private readonly filtersByMetric = defineLoader<string, BillableMetricFilter[]>(
    ({ db, actor }, ids) => this.metrics.filtersOf(db, actor, ids),
    () => [],
  );

  constructor(private readonly metrics: BillableMetricService) {}

  @Query(() => BillableMetricType, { description: 'The billable metric with this id or code.' })
  @Permission('billable_metric', 'read')
  billableMetric(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<BillableMetric> {
    return this.metrics.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => BillableMetricConnection, {
    name: 'billableMetrics',
    description: 'Billable metrics, newest first.',
  })
  @Permission('billable_metric', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => BillableMetricPageArgs) args: ListArgs,
  ): Promise<Connection<BillableMetric>> {
    return new BillableMetricConnection(await this.metrics.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => BillableMetricPayload, { description: 'Creates a billable metric.' })
  @Permission('billable_metric', 'write')
  @FailsWith({ fields: ['value_already_exist', 'not_compatible_with_aggregation_type'] })
  async createBillableMetric(
    @Ctx() context: Context,
    @Arg('input', () => CreateBillableMetricInput) input: CreateBillableMetricInput,
  ): Promise<{ billableMetric: BillableMetric }> {
    return { billableMetric: await this.metrics.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => BillableMetricPayload, { description: 'Updates a billable metric.' })
  @Permission('billable_metric', 'write')
  @FailsWith({
    notFound: ['billable metric'],
    fields: ['value_already_exist', 'not_compatible_with_aggregation_type'],
  })
  async updateBillableMetric(
    @Ctx() context: Context,
    @Arg('input', () => UpdateBillableMetricInput) input: UpdateBillableMetricInput,
  ): Promise<{ billableMetric: BillableMetric }> {
    return { billableMetric: await this.metrics.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteBillableMetricPayload, {
    description: 'Deletes a billable metric and its charges. Events are kept.',
  })
  @Permission('billable_metric', 'write')
  @FailsWith({ notFound: ['billable metric'] })
  async deleteBillableMetric(
    @Ctx() context: Context,
    @Arg('input', () => DeleteBillableMetricInput) { id }: IdInput,
  ): Promise<{ deletedId: string; billableMetric: BillableMetric }> {
    return {
      deletedId: id,
      billableMetric: await this.metrics.delete(context.beginWrite(), context.actor, id),
    };
  }

  @Mutation(() => ExpressionResult, {
    description: 'Evaluates an expression on a sample event. Nothing is stored.',
  })
  @Permission('billable_metric', 'write')
  @FailsWith({ fields: ['invalid_expression', 'invalid_event'] })
  evaluateExpression(
    @Arg('input', () => EvaluateExpressionInput, {
      description: 'The expression, and the event to evaluate it on.',
    })
    input: EvaluateExpressionInput,
  ): ExpressionResult {
    return { value: this.metrics.evaluateExpression(input) };
  }

  @FieldResolver(() => [BillableMetricFilterType], {
    description: 'Event properties that filters of charges may use, in the order in which they were sent.',
  })
  filters(@Root() { id }: BillableMetric, @Ctx() context: Context): Promise<BillableMetricFilter[]> {
    return context.load(this.filtersByMetric, id);
  }

  /** REST shows 0 for counts in the answers of writes, where counting subscriptions would be slow; the contract allows it. */
  @FieldResolver(() => Int, {
    deprecationReason: 'Always 0: REST shows it where it does not count.',
    description: 'Always 0: REST answers it for counts that it no longer makes.',
  })
  @RestOnly()
  uncounted(): number {
    return 0;
  }
}
