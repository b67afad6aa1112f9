import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Id, Instant, ListOf, Of, Texts } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import { membershipOrders } from '../records/membership.list.js';
import type { MembershipFilter } from '../records/membership.repository.js';
import { MEMBERSHIP_STATUSES, type MembershipStatus } from '../records/membership.table.js';
import type { AssignRoles } from '../records/person.input.js';

const MembershipStatusEnum = enumOf(
  MEMBERSHIP_STATUSES,
  'MembershipStatus',
  'Whether a membership is in force.',
  {
    active: 'The user is a member.',
    revoked: 'The user was a member.',
  },
);

@ObjectType('Membership', { description: 'A user as a member of the organization.' })
export class MembershipType {
  @Id() id!: string;
  @Texts('Codes of the roles, whose permissions add up.') roles!: string[];
  @Of(() => MembershipStatusEnum, 'Active until the membership is revoked.') status!: MembershipStatus;
  @Instant() createdAt!: Date;
  @Instant.orNull('When the membership was revoked; null while it is active.') revokedAt!: Date | null;
}

@InputType({ description: 'Conditions of a list of memberships.' })
export class MembershipFilterInput implements MembershipFilter {
  @ListOf.orNull(() => MembershipStatusEnum, 'Memberships in one of these states. If omitted, active ones.')
  statuses?: MembershipStatus[] | null;
}

@InputType({ description: 'New roles of a member.' })
export class UpdateMembershipRolesInput implements AssignRoles {
  @Id('Id of the membership.') id!: string;
  @Texts('Codes of all roles that the member is to have.') roles!: string[];
}

export const RevokeMembershipInput = idInput('RevokeMembershipInput', { id: 'Id of the membership.' });
export const MembershipPayload = payloadOf('MembershipPayload', 'membership', () => MembershipType);

export const MembershipConnection = connectionOf(MembershipType, 'Membership');

export const MembershipPageArgs = pageArgsOf('Membership', membershipOrders, {
  filter: MembershipFilterInput,
  search: 'Matches part of the e-mail address.',
});
