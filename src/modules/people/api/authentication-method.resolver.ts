import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { AuthenticationMethod } from '../../../platform/identity/authentication-methods.js';
import { OrganizationType } from '../../organizations/api/organization.schema.js';
import type { Organization } from '../../organizations/records/organization.table.js';
import {
  AuthenticationMethodEnum,
  UpdateAuthenticationMethodsInput,
  UpdateAuthenticationMethodsPayload,
} from './authentication-method.schema.js';
import type { AuthenticationMethodService } from '../sign-on/authentication-method.service.js';

/** Shows and changes how members sign in; requires an unlimited key, or the permissions of members. */
@Resolver(() => OrganizationType)
export class AuthenticationMethodResolver {
  constructor(private readonly methods: AuthenticationMethodService) {}

  @FieldResolver(() => [AuthenticationMethodEnum], { description: 'How members may sign in.' })
  @Permission('api_key', 'read')
  authenticationMethods(@Root() { authenticationMethods }: Organization): AuthenticationMethod[] {
    return authenticationMethods;
  }

  @Mutation(() => UpdateAuthenticationMethodsPayload, {
    description: "Replaces the ways in which members of the caller's organization sign in.",
  })
  @Permission('api_key', 'write')
  @FailsWith({ fields: ['value_is_mandatory', 'value_is_invalid'] })
  async updateAuthenticationMethods(
    @Ctx() context: Context,
    @Arg('input', () => UpdateAuthenticationMethodsInput, {
      description: 'The ways in which members may sign in.',
    })
    input: UpdateAuthenticationMethodsInput,
  ): Promise<{ organization: Organization }> {
    const { authenticationMethods } = input;
    const tx = context.beginWrite();
    return { organization: await this.methods.update(tx, context.actor, authenticationMethods) };
  }
}
