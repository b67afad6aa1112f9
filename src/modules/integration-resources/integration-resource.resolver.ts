import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Permission } from '../../platform/api/access/permissions.js';
import type { Context } from '../../platform/api/context.js';
import { NestedList } from '../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import { defineLoader } from '../../platform/api/loader.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { ListQuery } from '../../platform/paging/page.js';
import { IntegrationType } from '../integrations/api/integration.schema.js';
import type { IntegrationService } from '../integrations/connections/integration.service.js';
import type { Integration } from '../integrations/records/integration.table.js';
import type { IntegrationResourceFilter } from './integration-resource.input.js';
import {
  IntegrationResourceConnection,
  type IntegrationResourceFilterInput,
  IntegrationResourcePageArgs,
  IntegrationResourceType,
} from './integration-resource.schema.js';
import type { IntegrationResources } from './integration-resource.service.js';
import type { IntegrationResource } from './integration-resource.table.js';

@Resolver(() => IntegrationResourceType)
export class IntegrationResourceResolver {
  private readonly ownIntegration = defineLoader<string, Integration>(
    ({ db, actor }, ids) => this.integrations.getWithDeleted(db, actor, ids),
    () => notFound('integration'),
  );

  constructor(
    private readonly resources: IntegrationResources,
    private readonly integrations: IntegrationService,
  ) {}

  @Query(() => IntegrationResourceConnection, {
    name: 'integrationResources',
    description: 'Records of documents at connections to outside systems, newest first.',
  })
  @Permission('organization', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => IntegrationResourcePageArgs) args: ListArgs<IntegrationResourceFilterInput>,
  ): Promise<Connection<IntegrationResource>> {
    const query = listQuery(args, pageLimits);
    return new IntegrationResourceConnection(await this.resources.list(db, actor, query));
  }

  @FieldResolver(() => IntegrationType, { description: 'The connection; also one that was deleted.' })
  integration(@Root() { integrationId }: IntegrationResource, @Ctx() context: Context): Promise<Integration> {
    return context.load(this.ownIntegration, integrationId);
  }
}

/** Adds the field `integrationResources` to connections. */
@Resolver(() => IntegrationType)
export class ResourcesOfIntegrationResolver {
  private readonly ofIntegrations = new NestedList<IntegrationResource, ListQuery<IntegrationResourceFilter>>(
    ({ db, actor }, ids, query) => this.resources.listByIntegration(db, actor, ids, query),
  );

  constructor(private readonly resources: IntegrationResources) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => IntegrationResourceConnection, {
    description: 'Records of documents at the connection, newest first.',
  })
  async integrationResources(
    @Root() { id: parentId }: Integration,
    @Ctx() context: Context,
    @Args(() => IntegrationResourcePageArgs) args: ListArgs<IntegrationResourceFilterInput>,
  ): Promise<Connection<IntegrationResource>> {
    const query = listQuery(args, context.pageLimits);
    return new IntegrationResourceConnection(await this.ofIntegrations.load(context, parentId, query));
  }
}
