import type { PublicAddresses } from '../../../platform/addresses.js';
import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { AnswersSecret } from '../../../platform/api/access/secret-answers.js';
import type { IssuedKey } from '../api-keys/api-key.service.js';
import {
  CreateOrganizationInput,
  CreateOrganizationPayload,
  OrganizationConnection,
  OrganizationPageArgs,
  OrganizationPayload,
  OrganizationType,
  UpdateOrganizationInput,
} from './organization.schema.js';
import type { OrganizationService } from '../organization.service.js';
import type { Organization } from '../records/organization.table.js';

@Resolver(() => OrganizationType)
export class OrganizationResolver {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly publicAddresses: PublicAddresses,
  ) {}

  @Query(() => OrganizationType, { description: 'The organization of the API key.' })
  @Permission('organization', 'read')
  organization(@Ctx() { db, actor }: Context): Promise<Organization> {
    return this.organizations.get(db, actor);
  }

  @Query(() => OrganizationConnection, {
    name: 'organizations',
    description: 'Every organization, newest first. Only for unlimited keys of the operator organization.',
  })
  @Permission('api_key', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => OrganizationPageArgs) args: ListArgs,
  ): Promise<Connection<Organization>> {
    return new OrganizationConnection(await this.organizations.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => OrganizationPayload, { description: "Updates the caller's organization." })
  @Permission('organization', 'write')
  @FailsWith({ fields: ['value_is_out_of_range'] })
  async updateOrganization(
    @Ctx() context: Context,
    @Arg('input', () => UpdateOrganizationInput, { description: 'The new values of the organization.' })
    input: UpdateOrganizationInput,
  ): Promise<{ organization: Organization }> {
    return { organization: await this.organizations.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CreateOrganizationPayload, {
    description:
      'Creates an organization and its first key. Only for unlimited keys of the operator organization.',
  })
  @Permission('api_key', 'write')
  @AnswersSecret()
  @FailsWith({ forbidden: ['not_operator_organization'] })
  async createOrganization(
    @Ctx() context: Context,
    @Arg('input', () => CreateOrganizationInput) input: CreateOrganizationInput,
  ): Promise<{ organization: Organization; apiKey: IssuedKey }> {
    return this.organizations.register(context.beginWrite(), context.actor, input);
  }

  @FieldResolver(() => String, { description: 'Address of the REST API of this server.' })
  apiBaseUrl(): string {
    return this.publicAddresses.at('/api/v1');
  }
}
