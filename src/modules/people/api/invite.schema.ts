import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Id, Instant, ListOf, Of, Text, Texts } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { idInput } from '../../../platform/api/members/shapes.js';
import type { AuthenticationMethod } from '../../../platform/identity/authentication-methods.js';
import { AuthenticationMethodEnum } from './authentication-method.schema.js';
import { inviteOrders } from '../records/invite.list.js';
import type { InviteFilter } from '../records/invite.repository.js';
import { INVITE_STATUSES, type InviteStatus } from '../records/invite.table.js';
import type { AcceptInvite, AssignRoles, CreateInvite } from '../records/person.input.js';

const ROLES = 'Codes of the roles that the new member gets.';

const InviteStatusEnum = enumOf(INVITE_STATUSES, 'InviteStatus', 'The state of an invitation.', {
  pending: 'The invitation can be accepted until it expires.',
  accepted: 'The invited person is a member.',
  revoked: 'The invitation was withdrawn, or replaced after it had expired.',
});

@ObjectType('Invite', { description: 'An invitation to become a member of the organization.' })
export class InviteType {
  @Id() id!: string;
  @Text('E-mail address of the invited person, in lower case.') email!: string;
  @Texts(ROLES) roles!: string[];
  @Of(() => InviteStatusEnum, 'Pending until the invitation is accepted or revoked.') status!: InviteStatus;
  @Instant('When the link expires, 14 days after the invitation.') expiresAt!: Date;
  @Instant.orNull('When the invitation was accepted; null if it was not.') acceptedAt!: Date | null;
  @Instant.orNull('When the invitation was revoked; null if it was not.') revokedAt!: Date | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@ObjectType('ReceivedInvite', { description: 'An invitation, as the invited person sees it.' })
export class ReceivedInviteType {
  @Text('E-mail address of the invited person, in lower case.') email!: string;
  @Text('Name of the organization that invites.') organizationName!: string;
  @Texts(ROLES) roles!: string[];
  @ListOf(
    () => AuthenticationMethodEnum,
    'How the organization lets its members sign in: ways to accept the invitation.',
  )
  authenticationMethods!: AuthenticationMethod[];
  @Instant('When the link expires.') expiresAt!: Date;
}

@InputType({ description: 'Conditions of a list of invitations.' })
export class InviteFilterInput implements InviteFilter {
  @ListOf.orNull(() => InviteStatusEnum, 'Invitations in one of these states.')
  statuses?: InviteStatus[] | null;
}

@InputType({ description: 'A new invitation.' })
export class CreateInviteInput implements CreateInvite {
  @Text('E-mail address of the person.') email!: string;
  @Texts(ROLES) roles!: string[];
}

@InputType({ description: 'New roles of a pending invitation.' })
export class UpdateInviteInput implements AssignRoles {
  @Id() id!: string;
  @Texts(ROLES) roles!: string[];
}

export const RevokeInviteInput = idInput('RevokeInviteInput');

@InputType({ description: 'Accepts an invitation.' })
export class AcceptInviteInput implements AcceptInvite {
  @Text('Token of the link: 40 hexadecimal digits.') token!: string;
  @Text(
    'The password: 8 to 128 characters. A new user gets it; the password of a user who is a member of another organization must be this one.',
  )
  password!: string;
}

@ObjectType()
export class InvitePayload {
  @Of(() => InviteType) invite!: InviteType;
}

@ObjectType()
export class CreateInvitePayload extends InvitePayload {
  @Text('Token with which the invitation is accepted. It is shown only in this answer.') token!: string;
  @Text('Link for the invited person. It is shown only in this answer.') link!: string;
}

export const InviteConnection = connectionOf(InviteType, 'Invite');

export const InvitePageArgs = pageArgsOf('Invite', inviteOrders, {
  filter: InviteFilterInput,
  search: 'Matches part of the e-mail address.',
});
