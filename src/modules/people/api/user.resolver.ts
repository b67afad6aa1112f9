import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { AnswersSecret } from '../../../platform/api/access/secret-answers.js';
import type { Context } from '../../../platform/api/context.js';
import { Computed } from '../../../platform/api/cost.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { OpenTo } from '../../../platform/api/access/audience.js';
import { OwnTransaction } from '../../../platform/api/own-transaction.js';
import type { OwnMembership } from '../records/membership.repository.js';
import { permissionsOf } from '../users/sessions.js';
import {
  ChangePasswordInput,
  ConfirmEmailInput,
  ConfirmEmailPayload,
  CurrentUserType,
  LoginUserInput,
  LogoutUserPayload,
  PasswordResetType,
  RegisterUserInput,
  RegisterUserPayload,
  RequestPasswordResetInput,
  RequestPasswordResetPayload,
  ResetPasswordInput,
  SignedInPayload,
  type UserMembershipType,
  type UserOrganizationType,
  UserType,
} from './user.schema.js';
import type { SignedInUser, UserService } from '../users/user.service.js';

/** What people do before they act in an organization. These fields open their own transactions, since passwords take long to hash. */
@Resolver(() => UserType)
export class UserResolver {
  constructor(private readonly users: UserService) {}

  @Query(() => CurrentUserType, { description: 'The signed-in user.' })
  @OpenTo('users')
  async currentUser(@Ctx() context: Context): Promise<CurrentUserType> {
    const { user, memberships } = await this.users.current(context.openDb, context.requireSession());
    return {
      id: user.id,
      email: user.email,
      createdAt: user.createdAt,
      memberships: memberships.map(membershipOf),
      organizations: memberships.map(organizationOf),
    };
  }

  @Query(() => PasswordResetType, {
    description: 'The request that the link with this token belongs to. Needs no credentials.',
  })
  @OpenTo('anyone')
  async passwordReset(
    @Ctx() { openDb }: Context,
    @Arg('token', () => String, { description: 'Token of the link.' }) token: string,
  ): Promise<PasswordResetType> {
    const { user, expiresAt } = await this.users.findReset(openDb, token);
    return { email: user.email, expiresAt };
  }

  @Mutation(() => RegisterUserPayload, {
    description:
      'Signs up: creates a user, an organization, and a membership as its admin. Needs no credentials.',
  })
  @OpenTo('anyone')
  @OwnTransaction()
  @AnswersSecret()
  @Computed()
  @FailsWith({
    notAllowed: ['signup_disabled'],
    fields: ['user_already_exists', 'invalid_email_format', 'value_is_too_short'],
  })
  async registerUser(
    @Ctx() { openDb }: Context,
    @Arg('input', () => RegisterUserInput, {
      description: 'The user to create, and the name of its organization.',
    })
    input: RegisterUserInput,
  ): Promise<RegisterUserPayload> {
    const { membership, ...signedIn } = await this.users.register(openDb, input);
    return { ...signedIn, organization: organizationOf(membership) };
  }

  @Mutation(() => SignedInPayload, { description: 'Logs a user in. Needs no credentials.' })
  @OpenTo('anyone')
  @OwnTransaction()
  @AnswersSecret()
  @Computed()
  @FailsWith({ fields: ['incorrect_login_or_password', 'login_method_not_authorized'] })
  loginUser(
    @Ctx() { openDb }: Context,
    @Arg('input', () => LoginUserInput, { description: 'E-mail address and password of the user.' })
    input: LoginUserInput,
  ): Promise<SignedInUser> {
    return this.users.login(openDb, input);
  }

  @Mutation(() => LogoutUserPayload, {
    description: 'Ends the session of the request: its tokens are not accepted any more.',
  })
  @OpenTo('users')
  @OwnTransaction()
  @AnswersSecret()
  @FailsWith({})
  async logoutUser(@Ctx() context: Context): Promise<LogoutUserPayload> {
    const session = context.requireSession();
    await this.users.logout(context.openDb, session);
    return { userId: session.userId };
  }

  @Mutation(() => RequestPasswordResetPayload, {
    description:
      'Sends a link to reset the password, valid for 30 minutes, to a user who is a member of an organization. Its answer does not show whether there is one. Needs no credentials.',
  })
  @OpenTo('anyone')
  @OwnTransaction()
  @AnswersSecret()
  @Computed()
  @FailsWith({})
  async requestPasswordReset(
    @Ctx() { openDb }: Context,
    @Arg('input', () => RequestPasswordResetInput, { description: 'E-mail address of the user.' })
    { email }: RequestPasswordResetInput,
  ): Promise<RequestPasswordResetPayload> {
    await this.users.requestReset(openDb, email);
    return { email };
  }

  @Mutation(() => SignedInPayload, {
    description:
      'Sets a new password with the token of a link, which works once. Ends all sessions of the user. Needs no credentials.',
  })
  @OpenTo('anyone')
  @OwnTransaction()
  @AnswersSecret()
  @Computed()
  @FailsWith({
    notFound: ['password reset'],
    fields: ['missing_token', 'missing_password', 'value_is_too_short'],
  })
  resetPassword(
    @Ctx() { openDb }: Context,
    @Arg('input', () => ResetPasswordInput, { description: 'Token of the link, and the new password.' })
    input: ResetPasswordInput,
  ): Promise<SignedInUser> {
    return this.users.resetPassword(openDb, input);
  }

  @Mutation(() => ConfirmEmailPayload, {
    description:
      'Confirms that the user receives e-mails at the address, with the token of the link that a new user gets. Resetting the password confirms it, too; before, no other e-mail is sent there. Needs no credentials.',
  })
  @OpenTo('anyone')
  @OwnTransaction()
  @AnswersSecret()
  @FailsWith({ fields: ['value_is_invalid'] })
  async confirmEmail(
    @Ctx() { openDb }: Context,
    @Arg('input', () => ConfirmEmailInput, { description: 'Token of the link that was sent to the address.' })
    { token }: ConfirmEmailInput,
  ): Promise<ConfirmEmailPayload> {
    const { email } = await this.users.confirmEmail(openDb, token);
    return { email };
  }

  @Mutation(() => SignedInPayload, {
    description: 'Replaces the password of the signed-in user. All other sessions of the user end.',
  })
  @OpenTo('users')
  @OwnTransaction()
  @AnswersSecret()
  @Computed()
  @FailsWith({ fields: ['value_is_invalid', 'value_is_too_short'] })
  changePassword(
    @Ctx() context: Context,
    @Arg('input', () => ChangePasswordInput, { description: 'The current password and the new one.' })
    input: ChangePasswordInput,
  ): Promise<SignedInUser> {
    return this.users.changePassword(context.openDb, context.requireSession(), input);
  }
}

function organizationOf({
  organizationId: id,
  organizationName: name,
  organizationSlug: slug,
}: OwnMembership): UserOrganizationType {
  return { id, name, slug };
}

function membershipOf(membership: OwnMembership): UserMembershipType {
  const { id, roles, customPermissions, createdAt } = membership;
  return {
    id,
    organization: organizationOf(membership),
    roles,
    permissions: permissionsOf(roles, customPermissions),
    createdAt,
  };
}
