import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import { BillableMetricType } from '../billable-metrics/billable-metric.schema.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import { PlanType } from '../plans/plan.schema.js';
import type { Plan } from '../plans/plan.table.js';
import {
  CouponConnection,
  CouponPageArgs,
  CouponPayload,
  CouponType,
  CreateCouponInput,
  DeleteCouponInput,
  DeleteCouponPayload,
  TerminateCouponInput,
  UpdateCouponInput,
} from './coupon.schema.js';
import type { CouponService } from './coupon.service.js';
import type { Coupon } from './coupon.table.js';

@Resolver(() => CouponType)
export class CouponResolver {
  private readonly plansByCoupon = defineLoader<string, Plan[]>(
    ({ db, actor }, ids) => this.coupons.plansOf(db, actor, ids),
    () => [],
  );

  private readonly metricsByCoupon = defineLoader<string, BillableMetric[]>(
    ({ db, actor }, ids) => this.coupons.metricsOf(db, actor, ids),
    () => [],
  );

  constructor(private readonly coupons: CouponService) {}

  @Query(() => CouponType, { description: 'The coupon with this id or code.' })
  @Permission('coupon', 'read')
  coupon(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<Coupon> {
    return this.coupons.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => CouponConnection, {
    name: 'coupons',
    description: 'Coupons: active ones first, those without expiration before others, then by expiration.',
  })
  @Permission('coupon', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => CouponPageArgs) args: ListArgs,
  ): Promise<Connection<Coupon>> {
    return new CouponConnection(await this.coupons.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => CouponPayload, {
    description: 'Creates a coupon.',
  })
  @Permission('coupon', 'write')
  @FailsWith({
    notFound: ['plans', 'billable metrics'],
    notAllowed: ['only_one_limitation_type_per_coupon_allowed'],
    fields: ['value_already_exist', 'value_is_out_of_range', 'invalid_date'],
  })
  async createCoupon(
    @Ctx() context: Context,
    @Arg('input', () => CreateCouponInput) input: CreateCouponInput,
  ): Promise<{ coupon: Coupon }> {
    return { coupon: await this.coupons.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CouponPayload, {
    description: 'Updates a coupon. Coupons that were applied to customers before keep their values.',
  })
  @Permission('coupon', 'write')
  @FailsWith({
    notFound: ['coupon', 'plans', 'billable metrics'],
    notAllowed: ['only_one_limitation_type_per_coupon_allowed'],
    fields: ['value_already_exist', 'value_is_out_of_range', 'invalid_date'],
  })
  async updateCoupon(
    @Ctx() context: Context,
    @Arg('input', () => UpdateCouponInput) input: UpdateCouponInput,
  ): Promise<{ coupon: Coupon }> {
    return { coupon: await this.coupons.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CouponPayload, {
    description:
      'Terminates a coupon: it can no longer be applied. Coupons that were applied to customers before stay in effect.',
  })
  @Permission('coupon', 'write')
  @FailsWith({ notFound: ['coupon'] })
  async terminateCoupon(
    @Ctx() context: Context,
    @Arg('input', () => TerminateCouponInput) { id }: IdInput,
  ): Promise<{ coupon: Coupon }> {
    return { coupon: await this.coupons.terminate(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => DeleteCouponPayload, {
    description: 'Deletes a coupon and terminates it for all customers.',
  })
  @Permission('coupon', 'write')
  @FailsWith({ notFound: ['coupon'] })
  async deleteCoupon(
    @Ctx() context: Context,
    @Arg('input', () => DeleteCouponInput) { id }: IdInput,
  ): Promise<{ deletedId: string; coupon: Coupon }> {
    return { deletedId: id, coupon: await this.coupons.delete(context.beginWrite(), context.actor, id) };
  }

  @FieldResolver(() => Boolean, { description: 'Whether the coupon is only for fees of some plans.' })
  limitedPlans(@Root() { limitedTo }: Coupon): boolean {
    return limitedTo === 'plans';
  }

  @FieldResolver(() => Boolean, { description: 'Whether the coupon is only for charges for some metrics.' })
  limitedBillableMetrics(@Root() { limitedTo }: Coupon): boolean {
    return limitedTo === 'billable_metrics';
  }

  @FieldResolver(() => [PlanType], { description: 'The plans that the coupon is limited to.' })
  @Permission('plan', 'read')
  plans(@Root() coupon: Coupon, @Ctx() context: Context): Promise<Plan[]> {
    return this.plansOf(coupon, context);
  }

  @FieldResolver(() => [String], { description: 'Codes of the plans that the coupon is limited to.' })
  async planCodes(@Root() coupon: Coupon, @Ctx() context: Context): Promise<string[]> {
    return (await this.plansOf(coupon, context)).map(({ code }) => code);
  }

  @FieldResolver(() => [BillableMetricType], { description: 'The metrics that the coupon is limited to.' })
  @Permission('billable_metric', 'read')
  billableMetrics(@Root() coupon: Coupon, @Ctx() context: Context): Promise<BillableMetric[]> {
    return this.metricsOf(coupon, context);
  }

  @FieldResolver(() => [String], { description: 'Codes of the metrics that the coupon is limited to.' })
  async billableMetricCodes(@Root() coupon: Coupon, @Ctx() context: Context): Promise<string[]> {
    return (await this.metricsOf(coupon, context)).map(({ code }) => code);
  }

  private async plansOf({ id, limitedTo }: Coupon, context: Context): Promise<Plan[]> {
    return limitedTo === 'plans' ? context.load(this.plansByCoupon, id) : [];
  }

  private async metricsOf({ id, limitedTo }: Coupon, context: Context): Promise<BillableMetric[]> {
    return limitedTo === 'billable_metrics' ? context.load(this.metricsByCoupon, id) : [];
  }
}
