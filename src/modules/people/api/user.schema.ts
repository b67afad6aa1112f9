import { InputType, ObjectType } from 'type-graphql';
import { Id, Instant, ListOf, Of, Text, Texts } from '../../../platform/api/members/fields.js';
import type { ChangePassword, LoginUser, RegisterUser, ResetPassword } from '../records/person.input.js';

const EMAIL = 'E-mail address. Upper and lower case are the same.';
const NEW_PASSWORD = 'The new password: 8 to 128 characters.';
const TOKEN =
  'Token of the session, for the header `Authorization: Bearer <token>`. It is valid for 3 hours; after half of them, each answer has a new one in the header `X-Svc-Token`.';

@ObjectType('User', { description: 'A person who signs in, and may be a member of several organizations.' })
export class UserType {
  @Id() id!: string;
  @Text('E-mail address, in lower case.') email!: string;
  @Instant() createdAt!: Date;
}

@ObjectType('UserOrganization', { description: 'An organization of which a user is a member.' })
export class UserOrganizationType {
  @Id('Id of the organization, which requests in a session send in the header `X-Svc-Organization`.')
  id!: string;
  @Text('Name of the organization.') name!: string;
  @Text.orNull('The name in lower case, with dashes, made unique by a number.') slug!: string | null;
}

@ObjectType('UserMembership', {
  description: 'The membership of a user in one organization, as the user sees it.',
})
export class UserMembershipType {
  @Id() id!: string;
  @Of(() => UserOrganizationType, 'The organization that the user is a member of.')
  organization!: UserOrganizationType;
  @Texts('Codes of the roles.') roles!: string[];
  @Texts('Permissions that the roles of the user grant, such as `invoices:view`.') permissions!: string[];
  @Instant() createdAt!: Date;
}

@ObjectType('CurrentUser', { description: 'The signed-in user.' })
export class CurrentUserType extends UserType {
  @ListOf(
    () => UserMembershipType,
    'Active memberships in whose organizations the session may act, oldest first.',
  )
  memberships!: UserMembershipType[];
  @ListOf(() => UserOrganizationType, 'The organizations of the memberships.')
  organizations!: UserOrganizationType[];
}

@ObjectType('PasswordReset', { description: 'A request to reset a password, which its link leads to.' })
export class PasswordResetType {
  @Text('E-mail address of the user.') email!: string;
  @Instant('When the link expires, 30 minutes after the request.') expiresAt!: Date;
}

@InputType({ description: 'A new user with a new organization.' })
export class RegisterUserInput implements RegisterUser {
  @Text(EMAIL) email!: string;
  @Text(NEW_PASSWORD) password!: string;
  @Text('Name of the organization and of its default billing entity.') organizationName!: string;
}

@InputType({ description: 'The credentials of a user.' })
export class LoginUserInput implements LoginUser {
  @Text(EMAIL) email!: string;
  @Text('Password of the user.') password!: string;
}

@InputType({ description: 'A request for a link to reset a password.' })
export class RequestPasswordResetInput {
  @Text(EMAIL) email!: string;
}

@InputType({ description: 'A new password for the user of a link.' })
export class ResetPasswordInput implements ResetPassword {
  @Text('Token of the link: 40 hexadecimal digits.') token!: string;
  @Text(NEW_PASSWORD) newPassword!: string;
}

@InputType({ description: 'The token by which a user confirms the e-mail address.' })
export class ConfirmEmailInput {
  @Text('Token of the link.') token!: string;
}

@ObjectType('ConfirmEmailPayload', { description: 'The address that is confirmed.' })
export class ConfirmEmailPayload {
  @Text('E-mail address of the user.') email!: string;
}

@InputType({ description: 'A new password for the signed-in user.' })
export class ChangePasswordInput implements ChangePassword {
  @Text('The password that is replaced.') currentPassword!: string;
  @Text(NEW_PASSWORD) newPassword!: string;
}

/** The answer of every mutation that signs a user in. */
@ObjectType('SignedInPayload', { description: 'A signed-in user, with the token of the session.' })
export class SignedInPayload {
  @Text(TOKEN) token!: string;
  @Of(() => UserType, 'The user who is signed in.') user!: UserType;
}

@ObjectType()
export class RegisterUserPayload extends SignedInPayload {
  @Of(() => UserOrganizationType, 'The organization that was created.') organization!: UserOrganizationType;
}

@ObjectType()
export class LogoutUserPayload {
  @Id('Id of the user.') userId!: string;
}

@ObjectType()
export class RequestPasswordResetPayload {
  @Text('The e-mail address that was sent, whether or not a user has it.') email!: string;
}
