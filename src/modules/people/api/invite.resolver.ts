import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { AnswersSecret } from '../../../platform/api/access/secret-answers.js';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { Computed } from '../../../platform/api/cost.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { OpenTo } from '../../../platform/api/access/audience.js';
import { OwnTransaction } from '../../../platform/api/own-transaction.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import {
  AcceptInviteInput,
  CreateInviteInput,
  CreateInvitePayload,
  InviteConnection,
  type InviteFilterInput,
  InvitePageArgs,
  InvitePayload,
  InviteType,
  ReceivedInviteType,
  RevokeInviteInput,
  UpdateInviteInput,
} from './invite.schema.js';
import type { InviteService, IssuedInvite } from '../members/invite.service.js';
import type { Invite } from '../records/invite.table.js';
import { SignedInPayload } from './user.schema.js';
import type { SignedInUser } from '../users/user.service.js';

/** Invites people to the caller's organization; requires an unlimited key, or the permissions of members. */
@Resolver(() => InviteType)
export class InviteResolver {
  constructor(private readonly invites: InviteService) {}

  @Query(() => ReceivedInviteType, {
    description: 'The invitation that the link with this token belongs to. Needs no credentials.',
  })
  @OpenTo('anyone')
  async invite(
    @Ctx() { openDb }: Context,
    @Arg('token', () => String, { description: 'Token of the link.' }) token: string,
  ): Promise<ReceivedInviteType> {
    const { invite, organization } = await this.invites.byToken(openDb, token);
    const { email, roles, expiresAt } = invite;
    const { name: organizationName, authenticationMethods } = organization;
    return { email, organizationName, roles, authenticationMethods, expiresAt };
  }

  @Query(() => InviteConnection, { name: 'invites', description: 'Invitations, newest first.' })
  @Permission('api_key', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => InvitePageArgs) args: ListArgs<InviteFilterInput>,
  ): Promise<Connection<Invite>> {
    return new InviteConnection(await this.invites.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => CreateInvitePayload, {
    description: 'Invites a person to become a member. Only this answer and the e-mail have the link.',
  })
  @Permission('api_key', 'write')
  @AnswersSecret()
  @FailsWith({
    forbidden: ['cannot_grant_admin', 'cannot_grant_permissions'],
    fields: ['invite_already_exists', 'email_already_used', 'invalid_role', 'invalid_email_format'],
  })
  createInvite(
    @Ctx() context: Context,
    @Arg('input', () => CreateInviteInput, {
      description: 'E-mail address of the person to invite, and the roles of the new member.',
    })
    input: CreateInviteInput,
  ): Promise<IssuedInvite> {
    return this.invites.create(context.beginWrite(), context.actor, input);
  }

  @Mutation(() => InvitePayload, {
    description:
      'Replaces the roles of a pending invitation. If some are added, the link is replaced, too: the new one is sent by e-mail only.',
  })
  @Permission('api_key', 'write')
  @FailsWith({
    notFound: ['invitation'],
    forbidden: [
      'cannot_update_accepted_invite',
      'cannot_update_revoked_invite',
      'cannot_grant_admin',
      'cannot_grant_permissions',
      'cannot_change_admin',
    ],
    fields: ['invalid_role'],
  })
  async updateInvite(
    @Ctx() context: Context,
    @Arg('input', () => UpdateInviteInput, { description: 'The pending invitation, and its new roles.' })
    input: UpdateInviteInput,
  ): Promise<{ invite: Invite }> {
    return { invite: await this.invites.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => InvitePayload, { description: 'Revokes a pending invitation: its link no longer works.' })
  @Permission('api_key', 'write')
  @FailsWith({ notFound: ['invitation'], forbidden: ['cannot_change_admin'] })
  async revokeInvite(
    @Ctx() context: Context,
    @Arg('input', () => RevokeInviteInput) { id }: IdInput,
  ): Promise<{ invite: Invite }> {
    return { invite: await this.invites.revoke(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => SignedInPayload, {
    description:
      'Accepts an invitation: the person becomes a member and is signed in. Needs no credentials other than the token and the password.',
  })
  @OpenTo('anyone')
  @OwnTransaction()
  @AnswersSecret()
  @Computed()
  @FailsWith({
    notFound: ['invitation'],
    fields: ['incorrect_login_or_password', 'login_method_not_authorized', 'value_is_too_short'],
  })
  acceptInvite(
    @Ctx() { openDb }: Context,
    @Arg('input', () => AcceptInviteInput, {
      description: 'Token of the invitation, and the password of the person who accepts it.',
    })
    input: AcceptInviteInput,
  ): Promise<SignedInUser> {
    return this.invites.accept(openDb, input);
  }
}
