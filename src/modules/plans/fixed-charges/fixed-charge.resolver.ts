import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { AddOnType } from '../../add-ons/add-on.schema.js';
import type { AddOnService } from '../../add-ons/add-on.service.js';
import type { AddOn } from '../../add-ons/add-on.table.js';
import { TaxType } from '../../taxes/tax.schema.js';
import type { Tax } from '../../taxes/tax.table.js';
import { ChargePropertiesUnion, typedProperties } from '../charges/properties/charge-properties.schema.js';
import {
  CreateFixedChargeInput,
  DeleteFixedChargeInput,
  DeleteFixedChargePayload,
  FixedChargeConnection,
  FixedChargePageArgs,
  FixedChargePayload,
  FixedChargeType,
  UpdateFixedChargeInput,
} from './fixed-charge.schema.js';
import type { FixedChargeService } from './fixed-charge.service.js';
import type { FixedCharge } from './fixed-charge.table.js';
import type { PlanFixedChargeService } from './plan-fixed-charge.service.js';

@Resolver(() => FixedChargeType)
export class FixedChargeResolver {
  private readonly addOnsById = defineLoader<string, AddOn>(
    ({ db, actor }, ids) => this.services.addOns.getMany(db, actor, ids),
    (id) => new Error(`The add-on ${id} of a fixed charge is missing.`),
  );
  private readonly taxesByFixedCharge = defineLoader<string, Tax[]>(
    ({ db, actor }, ids) => this.services.fixedCharges.taxesOf(db, actor, ids),
    () => [],
  );
  private readonly parents = defineLoader<string, FixedCharge>(
    ({ db, actor }, ids) => this.services.fixedCharges.getMany(db, actor, ids),
    (id) => new Error(`The parent ${id} of a fixed charge is missing.`),
  );

  constructor(
    private readonly services: {
      readonly fixedCharges: FixedChargeService;
      readonly planFixedCharges: PlanFixedChargeService;
      readonly addOns: AddOnService;
    },
  ) {}

  @Query(() => FixedChargeType, { description: 'A fixed charge of a plan, by its code.' })
  @Permission('plan', 'read')
  fixedCharge(
    @Ctx() { db, actor }: Context,
    @Arg('planCode', () => String) planCode: string,
    @Arg('code', () => String) code: string,
  ): Promise<FixedCharge> {
    return this.services.planFixedCharges.get(db, actor, { planCode, code });
  }

  @Query(() => FixedChargeConnection, {
    name: 'fixedCharges',
    description: 'Charges or fixed charges of a plan, newest first.',
  })
  @Permission('plan', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Arg('planCode', () => String) planCode: string,
    @Args(() => FixedChargePageArgs) args: ListArgs,
  ): Promise<Connection<FixedCharge>> {
    const query = listQuery(args, pageLimits);
    return new FixedChargeConnection(await this.services.planFixedCharges.list(db, actor, planCode, query));
  }

  @Mutation(() => FixedChargePayload, { description: 'Adds a fixed charge to a plan.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['plan', 'add-on', 'tax'], fields: ['value_already_exist', 'invalid_charge_model'] })
  async createFixedCharge(
    @Ctx() context: Context,
    @Arg('input', () => CreateFixedChargeInput) input: CreateFixedChargeInput,
  ): Promise<{ fixedCharge: FixedCharge }> {
    return {
      fixedCharge: await this.services.planFixedCharges.create(context.beginWrite(), context.actor, input),
    };
  }

  @Mutation(() => FixedChargePayload, { description: 'Updates a fixed charge of a plan.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['fixed charge', 'tax'], fields: ['invalid_charge_model'] })
  async updateFixedCharge(
    @Ctx() context: Context,
    @Arg('input', () => UpdateFixedChargeInput) input: UpdateFixedChargeInput,
  ): Promise<{ fixedCharge: FixedCharge }> {
    return {
      fixedCharge: await this.services.planFixedCharges.update(context.beginWrite(), context.actor, input),
    };
  }

  @Mutation(() => DeleteFixedChargePayload, {
    description: 'Deletes a fixed charge of a plan. Existing fees keep showing it.',
  })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['fixed charge'] })
  async deleteFixedCharge(
    @Ctx() context: Context,
    @Arg('input', () => DeleteFixedChargeInput) input: DeleteFixedChargeInput,
  ): Promise<{ deletedId: string; fixedCharge: FixedCharge }> {
    const fixedCharge = await this.services.planFixedCharges.delete(
      context.beginWrite(),
      context.actor,
      input,
    );
    return { deletedId: input.id, fixedCharge };
  }

  @FieldResolver(() => FixedChargeType, {
    nullable: true,
    description:
      'The fixed charge of the parent plan that this one of a plan override was copied from, which may be deleted; null on other plans.',
  })
  parent(@Root() { parentId }: FixedCharge, @Ctx() context: Context): Promise<FixedCharge> | null {
    return parentId === null ? null : context.load(this.parents, parentId);
  }

  @FieldResolver(() => AddOnType, { description: 'The add-on that is charged.' })
  @Permission('add_on', 'read')
  addOn(@Root() { addOnId }: FixedCharge, @Ctx() context: Context): Promise<AddOn> {
    return context.load(this.addOnsById, addOnId);
  }

  @FieldResolver(() => String)
  async addOnCode(@Root() { addOnId }: FixedCharge, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.addOnsById, addOnId)).code;
  }

  @FieldResolver(() => ChargePropertiesUnion)
  properties(@Root() { chargeModel, properties }: FixedCharge): object {
    return typedProperties(chargeModel, properties);
  }

  @FieldResolver(() => [TaxType], {
    description: 'Taxes applied to its fees. If empty, the taxes of the plan apply.',
  })
  @Permission('tax', 'read')
  taxes(@Root() { id }: FixedCharge, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.taxesByFixedCharge, id);
  }
}
