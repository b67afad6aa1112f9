import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import {
  MembershipConnection,
  type MembershipFilterInput,
  MembershipPageArgs,
  MembershipPayload,
  MembershipType,
  RevokeMembershipInput,
  UpdateMembershipRolesInput,
} from './membership.schema.js';
import type { MembershipService } from '../members/membership.service.js';
import type { Membership } from '../records/membership.table.js';
import { UserType } from './user.schema.js';
import type { User } from '../records/user.table.js';

/** Manages the members of the caller's organization; requires an unlimited key, or the permissions of members. */
@Resolver(() => MembershipType)
export class MembershipResolver {
  private readonly users = defineLoader(
    ({ db }, ids) => this.memberships.users(db, ids),
    (id): User => {
      throw new Error(`expected user ${id} to exist`);
    },
  );

  constructor(private readonly memberships: MembershipService) {}

  @Query(() => MembershipConnection, {
    name: 'memberships',
    description: 'Memberships of the organization, newest first; by default, active ones.',
  })
  @Permission('api_key', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => MembershipPageArgs) args: ListArgs<MembershipFilterInput>,
  ): Promise<Connection<Membership>> {
    return new MembershipConnection(await this.memberships.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => MembershipPayload, { description: 'Replaces the roles of a member.' })
  @Permission('api_key', 'write')
  @FailsWith({
    notFound: ['membership'],
    notAllowed: ['last_admin'],
    forbidden: ['cannot_grant_admin', 'cannot_grant_permissions', 'cannot_change_admin'],
    fields: ['invalid_role'],
  })
  async updateMembershipRoles(
    @Ctx() context: Context,
    @Arg('input', () => UpdateMembershipRolesInput, { description: 'The membership, and its new roles.' })
    input: UpdateMembershipRolesInput,
  ): Promise<{ membership: Membership }> {
    return { membership: await this.memberships.updateRoles(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => MembershipPayload, {
    description: 'Revokes a membership. The user loses access at once, and can be invited again.',
  })
  @Permission('api_key', 'write')
  @FailsWith({
    notFound: ['membership'],
    notAllowed: ['cannot_revoke_own_membership', 'last_admin'],
    forbidden: ['cannot_change_admin'],
  })
  async revokeMembership(
    @Ctx() context: Context,
    @Arg('input', () => RevokeMembershipInput, { description: 'The membership to revoke.' }) { id }: IdInput,
  ): Promise<{ membership: Membership }> {
    return { membership: await this.memberships.revoke(context.beginWrite(), context.actor, id) };
  }

  @FieldResolver(() => UserType, { description: 'The person who is a member.' })
  user(@Root() { userId }: Membership, @Ctx() context: Context): Promise<User> {
    return context.load(this.users, userId);
  }
}
