import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { requireOneIdentifier } from '../../../platform/api/members/require-one-identifier.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { type FeatureRelations, privilegeMembers } from '../catalog/feature-relations.js';
import {
  CreateFeatureInput,
  DeleteFeatureInput,
  DeleteFeaturePayload,
  DeletePrivilegeInput,
  DeletePrivilegePayload,
  FeatureConnection,
  FeaturePageArgs,
  FeaturePayload,
  FeatureType,
  PrivilegeType,
  UpdateFeatureInput,
} from './feature.schema.js';
import type { FeatureService } from '../catalog/feature.service.js';
import type { Feature } from '../records/feature.table.js';

@Resolver(() => FeatureType)
export class FeatureResolver {
  constructor(
    private readonly features: FeatureService,
    private readonly relations: FeatureRelations,
  ) {}

  @Query(() => FeatureType, { description: 'The feature with this id or code.' })
  @Permission('feature', 'read')
  feature(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<Feature> {
    return this.features.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => FeatureConnection, { name: 'features', description: 'Features, newest first.' })
  @Permission('feature', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => FeaturePageArgs) args: ListArgs,
  ): Promise<Connection<Feature>> {
    return new FeatureConnection(await this.features.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => FeaturePayload, { description: 'Creates a feature with its privileges.' })
  @Permission('feature', 'write')
  @FailsWith({
    fields: ['value_already_exist', 'value_is_duplicated', 'invalid_format', 'value_is_too_large'],
  })
  async createFeature(
    @Ctx() context: Context,
    @Arg('input', () => CreateFeatureInput) input: CreateFeatureInput,
  ): Promise<{ feature: Feature }> {
    return { feature: await this.features.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => FeaturePayload, {
    description: 'Updates a feature, and adds or changes privileges. Plans that grant it change with it.',
  })
  @Permission('feature', 'write')
  @FailsWith({
    notFound: ['feature'],
    fields: ['value_is_duplicated', 'invalid_format', 'value_is_too_large'],
  })
  async updateFeature(
    @Ctx() context: Context,
    @Arg('input', () => UpdateFeatureInput) input: UpdateFeatureInput,
  ): Promise<{ feature: Feature }> {
    return { feature: await this.features.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteFeaturePayload, {
    description: 'Deletes a feature, and the entitlements of plans and subscriptions to it.',
  })
  @Permission('feature', 'write')
  @FailsWith({ notFound: ['feature'] })
  async deleteFeature(
    @Ctx() context: Context,
    @Arg('input', () => DeleteFeatureInput) { id }: IdInput,
  ): Promise<{ deletedId: string; feature: Feature }> {
    return { deletedId: id, feature: await this.features.delete(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => DeletePrivilegePayload, {
    description: 'Deletes a privilege of a feature, and its values on plans and subscriptions.',
  })
  @Permission('feature', 'write')
  @FailsWith({ notFound: ['feature', 'privilege'] })
  async deletePrivilege(
    @Ctx() context: Context,
    @Arg('input', () => DeletePrivilegeInput) input: DeletePrivilegeInput,
  ): Promise<{ feature: Feature }> {
    return { feature: await this.features.deletePrivilege(context.beginWrite(), context.actor, input) };
  }

  @FieldResolver(() => [PrivilegeType], {
    description: 'Typed settings of the feature, in order of creation.',
  })
  async privileges(@Root() { id }: Feature, @Ctx() context: Context): Promise<PrivilegeType[]> {
    return (await context.load(this.relations.privileges, id)).map(privilegeMembers);
  }
}
