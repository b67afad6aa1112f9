import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { NestedList } from '../../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import { defineLoader } from '../../../platform/api/loader.js';
import type { IdInput } from '../../../platform/api/members/shapes.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { ListQuery } from '../../../platform/paging/page.js';
import { BillingEntityType } from '../../billing-entities/api/billing-entity.schema.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { IntegrationService } from '../connections/integration.service.js';
import type { IntegrationsNeeds } from '../integrations.needs.js';
import type { IntegrationMappings } from '../mappings/integration-mapping.service.js';
import type { IntegrationMappingFilter } from '../records/integration-mapping.input.js';
import type { IntegrationMapping } from '../records/integration-mapping.table.js';
import type { Integration } from '../records/integration.table.js';
import {
  DeleteIntegrationMappingInput,
  DeleteIntegrationMappingPayload,
  IntegrationMappingConnection,
  type IntegrationMappingFilterInput,
  IntegrationMappingPageArgs,
  IntegrationMappingPayload,
  IntegrationMappingType,
  SetIntegrationMappingInput,
} from './integration-mapping.schema.js';
import { IntegrationType } from './integration.schema.js';

interface Needs extends Pick<IntegrationsNeeds, 'billingEntities'> {
  readonly integrations: IntegrationService;
  readonly integrationMappings: IntegrationMappings;
}

@Resolver(() => IntegrationMappingType)
export class IntegrationMappingResolver {
  private readonly ownIntegration = defineLoader<string, Integration>(
    ({ db, actor }, ids) => this.needs.integrations.getMany(db, actor, ids),
    () => notFound('integration'),
  );

  private readonly ownEntity = defineLoader<string, BillingEntity>(
    ({ db, actor }, ids) => this.needs.billingEntities.getManyWithArchived(db, actor, ids),
    () => notFound('billing_entity'),
  );

  constructor(private readonly needs: Needs) {}

  @Query(() => IntegrationMappingConnection, {
    name: 'integrationMappings',
    description: 'Mappings of connections to outside systems, newest first.',
  })
  @Permission('organization', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => IntegrationMappingPageArgs) args: ListArgs<IntegrationMappingFilterInput>,
  ): Promise<Connection<IntegrationMapping>> {
    const query = listQuery(args, pageLimits);
    return new IntegrationMappingConnection(await this.needs.integrationMappings.list(db, actor, query));
  }

  @Mutation(() => IntegrationMappingPayload, {
    description: 'Sets what an object is called at a connection: creates the mapping, or replaces it.',
  })
  @Permission('organization', 'write')
  @FailsWith({
    notFound: ['integration', 'add-on', 'billable metric', 'plan', 'billing entity'],
    fields: ['value_is_invalid', 'value_must_be_blank'],
  })
  async setIntegrationMapping(
    @Ctx() context: Context,
    @Arg('input', () => SetIntegrationMappingInput, { description: 'The object, and its name there.' })
    input: SetIntegrationMappingInput,
  ): Promise<{ integrationMapping: IntegrationMapping }> {
    const { integrationMappings } = this.needs;
    return { integrationMapping: await integrationMappings.set(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteIntegrationMappingPayload, { description: 'Deletes a mapping of a connection.' })
  @Permission('organization', 'write')
  @FailsWith({ notFound: ['integration mapping'] })
  async deleteIntegrationMapping(
    @Ctx() context: Context,
    @Arg('input', () => DeleteIntegrationMappingInput) { id }: IdInput,
  ): Promise<{ deletedId: string; integrationMapping: IntegrationMapping }> {
    const { integrationMappings } = this.needs;
    const integrationMapping = await integrationMappings.delete(context.beginWrite(), context.actor, id);
    return { deletedId: id, integrationMapping };
  }

  @FieldResolver(() => IntegrationType, { description: 'The connection that the mapping belongs to.' })
  integration(@Root() { integrationId }: IntegrationMapping, @Ctx() context: Context): Promise<Integration> {
    return context.load(this.ownIntegration, integrationId);
  }

  @FieldResolver(() => BillingEntityType, {
    nullable: true,
    description: 'The billing entity whose documents use the mapping; null for the mapping of all.',
  })
  @Permission('billing_entity', 'read')
  billingEntity(
    @Root() { billingEntityId }: IntegrationMapping,
    @Ctx() context: Context,
  ): Promise<BillingEntity> | null {
    return billingEntityId === null ? null : context.load(this.ownEntity, billingEntityId);
  }
}

/** Adds the field `mappings` to connections. */
@Resolver(() => IntegrationType)
export class MappingsOfIntegrationResolver {
  private readonly ofIntegrations = new NestedList<IntegrationMapping, ListQuery<IntegrationMappingFilter>>(
    ({ db, actor }, ids, query) => this.service.listByIntegration(db, actor, ids, query),
  );

  constructor(private readonly service: IntegrationMappings) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => IntegrationMappingConnection, { description: 'Mappings, newest first.' })
  async mappings(
    @Root() { id: parentId }: Integration,
    @Ctx() context: Context,
    @Args(() => IntegrationMappingPageArgs) args: ListArgs<IntegrationMappingFilterInput>,
  ): Promise<Connection<IntegrationMapping>> {
    const query = listQuery(args, context.pageLimits);
    return new IntegrationMappingConnection(await this.ofIntegrations.load(context, parentId, query));
  }
}
