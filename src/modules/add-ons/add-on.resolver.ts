import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { defineLoader } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { Tax } from '../taxes/tax.table.js';
import {
  AddOnConnection,
  AddOnPageArgs,
  AddOnPayload,
  AddOnType,
  CreateAddOnInput,
  DeleteAddOnInput,
  DeleteAddOnPayload,
  UpdateAddOnInput,
} from './add-on.schema.js';
import type { AddOnService } from './add-on.service.js';
import type { AddOn } from './add-on.table.js';

@Resolver(() => AddOnType)
export class AddOnResolver {
  private readonly taxesByAddOn = defineLoader<string, Tax[]>(
    ({ db, actor }, ids) => this.addOns.taxesOf(db, actor, ids),
    () => [],
  );

  constructor(private readonly addOns: AddOnService) {}

  @Query(() => AddOnType, { description: 'The add-on with this id or code.' })
  @Permission('add_on', 'read')
  addOn(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<AddOn> {
    return this.addOns.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => AddOnConnection, {
    name: 'addOns',
    description: 'Add-ons, newest first.',
  })
  @Permission('add_on', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => AddOnPageArgs) args: ListArgs,
  ): Promise<Connection<AddOn>> {
    return new AddOnConnection(await this.addOns.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => AddOnPayload, { description: 'Creates an add-on.' })
  @Permission('add_on', 'write')
  @FailsWith({ notFound: ['tax'], fields: ['value_already_exist', 'value_is_out_of_range'] })
  async createAddOn(
    @Ctx() context: Context,
    @Arg('input', () => CreateAddOnInput) input: CreateAddOnInput,
  ): Promise<{ addOn: AddOn }> {
    return { addOn: await this.addOns.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => AddOnPayload, { description: 'Updates an add-on. Issued documents do not change.' })
  @Permission('add_on', 'write')
  @FailsWith({ notFound: ['add-on', 'tax'], fields: ['value_already_exist', 'value_is_out_of_range'] })
  async updateAddOn(
    @Ctx() context: Context,
    @Arg('input', () => UpdateAddOnInput) input: UpdateAddOnInput,
  ): Promise<{ addOn: AddOn }> {
    return { addOn: await this.addOns.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteAddOnPayload, {
    description: 'Deletes an add-on and its fixed charges. Issued documents keep showing it.',
  })
  @Permission('add_on', 'write')
  @FailsWith({ notFound: ['add-on'] })
  async deleteAddOn(
    @Ctx() context: Context,
    @Arg('input', () => DeleteAddOnInput) { id }: IdInput,
  ): Promise<{ deletedId: string; addOn: AddOn }> {
    return { deletedId: id, addOn: await this.addOns.delete(context.beginWrite(), context.actor, id) };
  }

  @FieldResolver(() => [TaxType], {
    description: 'Taxes applied to one-off fees that have no taxes of their own.',
  })
  @Permission('tax', 'read')
  taxes(@Root() { id }: AddOn, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.taxesByAddOn, id);
  }
}
