import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { ChargeModel as ChargeModelWord } from '../../../../core/rating/charge-models.js';
import type { Connection } from '../../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../../platform/api/context.js';
import { type ListArgs, listQuery } from '../../../../platform/api/lists/page-args.js';
import { FailsWith } from '../../../../platform/api/failures.js';
import { Permission } from '../../../../platform/api/access/permissions.js';
import {
  ChargeFilterConnection,
  ChargeFilterPageArgs,
  ChargeFilterPayload,
  ChargeFilterType,
  CreateChargeFilterInput,
  DeleteChargeFilterInput,
  DeleteChargeFilterPayload,
  UpdateChargeFilterInput,
} from './charge-filter.schema.js';
import { ChargePropertiesUnion, typedProperties } from '../properties/charge-properties.schema.js';
import { ChargeModel } from '../charge.schema.js';
import type { FilterOfCharge } from '../charge.service.js';
import type { PlanChargeService } from '../plan-charge.service.js';

@Resolver(() => ChargeFilterType)
export class ChargeFilterResolver {
  constructor(private readonly charges: PlanChargeService) {}

  @Query(() => ChargeFilterType, { description: 'A filter of a charge, by its id.' })
  @Permission('plan', 'read')
  chargeFilter(
    @Ctx() { db, actor }: Context,
    @Arg('planCode', () => String) planCode: string,
    @Arg('chargeCode', () => String) code: string,
    @Arg('id', () => ID) id: string,
  ): Promise<FilterOfCharge> {
    return this.charges.getFilter(db, actor, { planCode, code }, id);
  }

  @Query(() => ChargeFilterConnection, {
    name: 'chargeFilters',
    description: 'Filters of a charge, newest first.',
  })
  @Permission('plan', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Arg('planCode', () => String) planCode: string,
    @Arg('chargeCode', () => String) code: string,
    @Args(() => ChargeFilterPageArgs) args: ListArgs,
  ): Promise<Connection<FilterOfCharge>> {
    const query = listQuery(args, pageLimits);
    return new ChargeFilterConnection(await this.charges.listFilters(db, actor, { planCode, code }, query));
  }

  @Mutation(() => ChargeFilterPayload, { description: 'Adds a filter to a charge.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['charge'], fields: ['value_already_exist', 'value_is_invalid'] })
  async createChargeFilter(
    @Ctx() context: Context,
    @Arg('input', () => CreateChargeFilterInput) input: CreateChargeFilterInput,
  ): Promise<{ chargeFilter: FilterOfCharge }> {
    return { chargeFilter: await this.charges.createFilter(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => ChargeFilterPayload, { description: 'Updates a filter of a charge.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['charge filter'], fields: ['value_already_exist', 'value_is_invalid'] })
  async updateChargeFilter(
    @Ctx() context: Context,
    @Arg('input', () => UpdateChargeFilterInput) input: UpdateChargeFilterInput,
  ): Promise<{ chargeFilter: FilterOfCharge }> {
    return { chargeFilter: await this.charges.updateFilter(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteChargeFilterPayload, { description: 'Deletes a filter of a charge.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['charge filter'] })
  async deleteChargeFilter(
    @Ctx() context: Context,
    @Arg('input', () => DeleteChargeFilterInput) input: DeleteChargeFilterInput,
  ): Promise<{ deletedId: string; chargeFilter: FilterOfCharge }> {
    return {
      deletedId: input.id,
      chargeFilter: await this.charges.deleteFilter(context.beginWrite(), context.actor, input),
    };
  }

  @FieldResolver(() => String)
  chargeCode(@Root() { charge }: FilterOfCharge): string {
    return charge.code;
  }

  @FieldResolver(() => ChargeModel, { description: 'Charge model of the charge, which its filters share.' })
  chargeModel(@Root() { charge }: FilterOfCharge): ChargeModelWord {
    return charge.chargeModel;
  }

  @FieldResolver(() => ChargePropertiesUnion)
  properties(@Root() { charge, properties }: FilterOfCharge): object {
    return typedProperties(charge.chargeModel, properties);
  }
}
