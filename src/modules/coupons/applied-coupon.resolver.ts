import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import { NestedList } from '../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { DateTime } from '../../platform/api/members/scalars.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import { notFound } from '../../platform/errors/app-error.js';
import { CustomerType } from '../customers/api/customer.schema.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { CouponsNeeds } from './coupons.needs.js';
import {
  AppliedCouponConnection,
  type AppliedCouponFilterInput,
  AppliedCouponPageArgs,
  AppliedCouponPayload,
  AppliedCouponType,
  ApplyCouponInput,
  TerminateAppliedCouponInput,
} from './applied-coupon.schema.js';
import type { AppliedCouponQuery } from './applied-coupon.repository.js';
import type { AppliedCouponService } from './applied-coupon.service.js';
import { CouponStatus, CouponType } from './coupon.schema.js';
import type { CouponService } from './coupon.service.js';
import type { AppliedCoupon, Coupon } from './coupon.table.js';

interface Needs extends Pick<CouponsNeeds, 'customers'> {
  readonly appliedCoupons: AppliedCouponService;
  readonly coupons: CouponService;
}

@Resolver(() => AppliedCouponType)
export class AppliedCouponResolver {
  private readonly ownCoupon = defineLoader<string, Coupon>(
    ({ db, actor }, ids) => this.needs.coupons.getMany(db, actor, ids),
    () => notFound('coupon'),
  );

  private readonly ownCustomer = defineLoader<string, Customer>(
    ({ db, actor }, ids) => this.needs.customers.getMany(db, actor, ids),
    () => notFound('customer'),
  );

  constructor(private readonly needs: Needs) {}

  @Query(() => AppliedCouponType, { description: 'The applied coupon with this id.' })
  @Permission('applied_coupon', 'read')
  appliedCoupon(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID) id: string,
    @Arg('externalCustomerId', () => String, {
      nullable: true,
      description: 'Returns the applied coupon only if it is one of this customer.',
    })
    externalCustomerId?: string | null,
  ): Promise<AppliedCoupon> {
    return this.needs.appliedCoupons.get(db, actor, id, externalCustomerId ?? null);
  }

  @Query(() => AppliedCouponConnection, {
    name: 'appliedCoupons',
    description: 'Coupons of customers, newest first. Those of deleted customers are hidden.',
  })
  @Permission('applied_coupon', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => AppliedCouponPageArgs) args: ListArgs<AppliedCouponFilterInput>,
  ): Promise<Connection<AppliedCoupon>> {
    const query = listQuery(args, pageLimits);
    return new AppliedCouponConnection(await this.needs.appliedCoupons.list(db, actor, query));
  }

  @Mutation(() => AppliedCouponPayload, {
    description:
      'Gives a coupon to a customer; its next invoices use it. Refused if the coupon and an active one of ' +
      'the customer are for the same plans or metrics.',
  })
  @Permission('applied_coupon', 'write')
  @FailsWith({
    notFound: ['customer', 'coupon'],
    notAllowed: ['plan_overlapping'],
    fields: ['coupon_is_not_reusable'],
  })
  async applyCoupon(
    @Ctx() context: Context,
    @Arg('input', () => ApplyCouponInput, {
      description: 'The coupon to apply, its customer, and values that replace those of the coupon.',
    })
    input: ApplyCouponInput,
  ): Promise<{ appliedCoupon: AppliedCoupon }> {
    return {
      appliedCoupon: await this.needs.appliedCoupons.apply(context.beginWrite(), context.actor, input),
    };
  }

  @Mutation(() => AppliedCouponPayload, {
    description: 'Removes a coupon from a customer. Issued invoices keep the amounts that they took from it.',
  })
  @Permission('applied_coupon', 'write')
  @FailsWith({ notFound: ['applied coupon'], notAllowed: ['test_clock_advancing'] })
  async terminateAppliedCoupon(
    @Ctx() context: Context,
    @Arg('input', () => TerminateAppliedCouponInput, { description: 'The applied coupon to terminate.' })
    { id }: IdInput,
  ): Promise<{ appliedCoupon: AppliedCoupon }> {
    const { appliedCoupons } = this.needs;
    return { appliedCoupon: await appliedCoupons.terminate(context.beginWrite(), context.actor, id) };
  }

  @FieldResolver(() => CouponType, { description: 'The coupon, as it is now; it may have been deleted.' })
  @Permission('coupon', 'read')
  coupon(@Root() { couponId }: AppliedCoupon, @Ctx() context: Context): Promise<Coupon> {
    return context.load(this.ownCoupon, couponId);
  }

  @FieldResolver(() => String, { description: 'Code of the coupon.' })
  async couponCode(@Root() { couponId }: AppliedCoupon, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.ownCoupon, couponId)).code;
  }

  @FieldResolver(() => String, { description: 'Name of the coupon that was applied.' })
  async couponName(@Root() { couponId }: AppliedCoupon, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.ownCoupon, couponId)).name;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Description of the coupon that was applied; null if it has none.',
  })
  async couponDescription(
    @Root() { couponId }: AppliedCoupon,
    @Ctx() context: Context,
  ): Promise<string | null> {
    return (await context.load(this.ownCoupon, couponId)).description;
  }

  @FieldResolver(() => CouponStatus, { description: 'Whether the coupon can still be applied to customers.' })
  async couponStatus(
    @Root() { couponId }: AppliedCoupon,
    @Ctx() context: Context,
  ): Promise<Coupon['status']> {
    return (await context.load(this.ownCoupon, couponId)).status;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'When the coupon was deleted; null if it was not.',
  })
  async couponDeletedAt(@Root() { couponId }: AppliedCoupon, @Ctx() context: Context): Promise<Date | null> {
    return (await context.load(this.ownCoupon, couponId)).deletedAt;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description:
      'When the coupon expires and can no longer be applied. Coupons that were applied before stay in effect.',
  })
  async expirationAt(@Root() { couponId }: AppliedCoupon, @Ctx() context: Context): Promise<Date | null> {
    return (await context.load(this.ownCoupon, couponId)).expirationAt;
  }

  @FieldResolver(() => CustomerType)
  @Permission('customer', 'read')
  customer(@Root() { customerId }: AppliedCoupon, @Ctx() context: Context): Promise<Customer> {
    return context.load(this.ownCustomer, customerId);
  }

  @FieldResolver(() => String)
  async externalCustomerId(@Root() { customerId }: AppliedCoupon, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.ownCustomer, customerId)).externalId;
  }
}

/** Adds applied coupons to customers. */
@Resolver(() => CustomerType)
export class CustomerAppliedCouponsResolver {
  private readonly ofCustomers = new NestedList<AppliedCoupon, AppliedCouponQuery>(
    ({ db, actor }, ids, query) => this.service.listByOwner(db, actor, { type: 'customer', ids }, query),
  );

  constructor(private readonly service: AppliedCouponService) {}

  @FieldResolver(() => AppliedCouponConnection, { description: 'Coupons of the customer, newest first.' })
  @Permission('applied_coupon', 'read')
  async appliedCoupons(
    @Root() { id: parentId }: Customer,
    @Ctx() context: Context,
    @Args(() => AppliedCouponPageArgs) args: ListArgs<AppliedCouponFilterInput>,
  ): Promise<Connection<AppliedCoupon>> {
    const query = listQuery(args, context.pageLimits);
    return new AppliedCouponConnection(await this.ofCustomers.load(context, parentId, query));
  }
}

/** Adds the customers who were given a coupon to coupons. */
@Resolver(() => CouponType)
export class CouponApplicationsResolver {
  private readonly ofCoupons = new NestedList<AppliedCoupon, AppliedCouponQuery>(
    ({ db, actor }, ids, query) => this.service.listByOwner(db, actor, { type: 'coupon', ids }, query),
  );

  constructor(private readonly service: AppliedCouponService) {}

  @FieldResolver(() => AppliedCouponConnection, {
    description: 'The coupons that customers were given from it, including terminated ones, newest first.',
  })
  @Permission('applied_coupon', 'read')
  async appliedCoupons(
    @Root() { id: parentId }: Coupon,
    @Ctx() context: Context,
    @Args(() => AppliedCouponPageArgs) args: ListArgs<AppliedCouponFilterInput>,
  ): Promise<Connection<AppliedCoupon>> {
    const query = listQuery(args, context.pageLimits);
    return new AppliedCouponConnection(await this.ofCoupons.load(context, parentId, query));
  }
}
