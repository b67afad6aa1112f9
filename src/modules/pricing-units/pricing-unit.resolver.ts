import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import {
  CreatePricingUnitInput,
  PricingUnitConnection,
  PricingUnitPageArgs,
  PricingUnitPayload,
  PricingUnitType,
  UpdatePricingUnitInput,
} from './pricing-unit.schema.js';
import type { PricingUnitService } from './pricing-unit.service.js';
import type { PricingUnit } from './pricing-unit.table.js';

/** Uses the permissions of plans, since API keys have none for pricing units (auth.md §1). */
@Resolver(() => PricingUnitType)
export class PricingUnitResolver {
  constructor(private readonly pricingUnits: PricingUnitService) {}

  @Query(() => PricingUnitType, { description: 'The pricing unit with this id or code.' })
  @Permission('plan', 'read')
  pricingUnit(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<PricingUnit> {
    return this.pricingUnits.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => PricingUnitConnection, { name: 'pricingUnits', description: 'Pricing units, newest first.' })
  @Permission('plan', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PricingUnitPageArgs) args: ListArgs,
  ): Promise<Connection<PricingUnit>> {
    return new PricingUnitConnection(await this.pricingUnits.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => PricingUnitPayload, { description: 'Creates a pricing unit.' })
  @Permission('plan', 'write')
  @FailsWith({ fields: ['value_already_exist'] })
  async createPricingUnit(
    @Ctx() context: Context,
    @Arg('input', () => CreatePricingUnitInput) input: CreatePricingUnitInput,
  ): Promise<{ pricingUnit: PricingUnit }> {
    return { pricingUnit: await this.pricingUnits.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PricingUnitPayload, { description: 'Updates a pricing unit.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['pricing unit'], fields: ['value_already_exist'] })
  async updatePricingUnit(
    @Ctx() context: Context,
    @Arg('input', () => UpdatePricingUnitInput) input: UpdatePricingUnitInput,
  ): Promise<{ pricingUnit: PricingUnit }> {
    return { pricingUnit: await this.pricingUnits.update(context.beginWrite(), context.actor, input) };
  }
}
