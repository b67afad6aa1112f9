import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/api/scalars.js';
import type { ChangePassword, LoginUser, RegisterUser, ResetPassword } from './person.input.js';

const EMAIL = 'E-mail address. Upper and lower case are the same.';
const NEW_PASSWORD = 'The new password: 8 to 128 characters.';
const TOKEN =
  'Token of the session, for the header `Authorization: Bearer <token>`. It is valid for 3 hours; after half of them, each answer has a new one in the header `X-Svc-Token`.';

@ObjectType('User', { description: 'A person who signs in, and may be a member of several organizations.' })
export class UserType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'E-mail address, in lower case.' })
  email!: string;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType('UserOrganization', { description: 'An organization of which a user is a member.' })
export class UserOrganizationType {
  @Field(() => ID, { description: 'Goes into the header `X-Svc-Organization` of requests in a session.' })
  id!: string;

  @Field(() => String, { description: 'Name of the organization.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name in lower case, with dashes, made unique by a number.',
  })
  slug!: string | null;
}

@ObjectType('UserMembership', {
  description: 'The membership of a user in one organization, as the user sees it.',
})
export class UserMembershipType {
  @Field(() => ID)
  id!: string;

  @Field(() => UserOrganizationType, { description: 'The organization.' })
  organization!: UserOrganizationType;

  @Field(() => [String], { description: 'Codes of the roles.' })
  roles!: string[];

  @Field(() => [String], { description: 'What the roles allow, such as `invoices:view`.' })
  permissions!: string[];

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType('CurrentUser', { description: 'The signed-in user.' })
export class CurrentUserType extends UserType {
  @Field(() => [UserMembershipType], {
    description: 'Active memberships in whose organizations the session may act, oldest first.',
  })
  memberships!: UserMembershipType[];

  @Field(() => [UserOrganizationType], { description: 'The organizations of the memberships.' })
  organizations!: UserOrganizationType[];
}

@ObjectType('PasswordReset', { description: 'A request to reset a password, which its link leads to.' })
export class PasswordResetType {
  @Field(() => String, { description: 'E-mail address of the user.' })
  email!: string;

  @Field(() => DateTime, { description: 'When the link expires, 30 minutes after the request.' })
  expiresAt!: Date;
}

@InputType({ description: 'A new user with a new organization.' })
export class RegisterUserInput implements RegisterUser {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: NEW_PASSWORD })
  password!: string;

  @Field(() => String, { description: 'Name of the organization and of its default billing entity.' })
  organizationName!: string;
}

@InputType({ description: 'The credentials of a user.' })
export class LoginUserInput implements LoginUser {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: 'The password.' })
  password!: string;
}

@InputType({ description: 'A request for a link to reset a password.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: EMAIL })
  email!: string;
}

@InputType({ description: 'A new password for the user of a link.' })
export class ResetPasswordInput implements ResetPassword {
  @Field(() => String, { description: 'Token of the link: 40 hexadecimal digits.' })
  token!: string;

  @Field(() => String, { description: NEW_PASSWORD })
  newPassword!: string;
}

@InputType({ description: 'The token by which a user confirms the e-mail address.' })
export class ConfirmEmailInput {
  @Field(() => String, { description: 'Token of the link.' })
  token!: string;
}

@ObjectType('ConfirmEmailPayload', { description: 'The address that is confirmed.' })
export class ConfirmEmailPayload {
  @Field(() => String, { description: 'E-mail address of the user.' })
  email!: string;
}

@InputType({ description: 'A new password for the signed-in user.' })
export class ChangePasswordInput implements ChangePassword {
  @Field(() => String, { description: 'The password that is replaced.' })
  currentPassword!: string;

  @Field(() => String, { description: NEW_PASSWORD })
  newPassword!: string;
}

/** The answer of every mutation that signs a user in. */
@ObjectType('SignedInPayload', { description: 'A signed-in user, with the token of the session.' })
export class SignedInPayload {
  @Field(() => String, { description: TOKEN })
  token!: string;

  @Field(() => UserType, { description: 'The user.' })
  user!: UserType;
}

@ObjectType()
export class RegisterUserPayload extends SignedInPayload {
  @Field(() => UserOrganizationType, { description: 'The organization that was created.' })
  organization!: UserOrganizationType;
}

@ObjectType()
export class LogoutUserPayload {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}

@ObjectType()
export class RequestPasswordResetPayload {
  @Field(() => String, { description: 'The e-mail address that was sent, whether or not a user has it.' })
  email!: string;
}
