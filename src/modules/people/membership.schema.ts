import { InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { enumOf } from '../../platform/api/enums.js';
import { Id, Instant, ListOf, Of, Texts } from '../../platform/api/fields.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { membershipOrders } from './membership.list.js';
import type { MembershipFilter } from './membership.repository.js';
import { MEMBERSHIP_STATUSES, type MembershipStatus } from './membership.table.js';
import type { AssignRoles } from './person.input.js';

const MembershipStatusEnum = enumOf(MEMBERSHIP_STATUSES);
registerEnumType(MembershipStatusEnum, {
  name: 'MembershipStatus',
  description: 'Whether a membership is in force.',
  valuesConfig: {
    active: { description: 'The user is a member.' },
    revoked: { description: 'The user was a member.' },
  },
});

@ObjectType('Membership', { description: 'A user as a member of the organization.' })
export class MembershipType {
  @Id() id!: string;
  @Texts('Codes of the roles, whose permissions add up.') roles!: string[];
  @Of(() => MembershipStatusEnum) status!: MembershipStatus;
  @Instant() createdAt!: Date;
  @Instant.orNull('When the membership was revoked.') revokedAt!: Date | null;
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

@InputType()
export class RevokeMembershipInput {
  @Id('Id of the membership.') id!: string;
}

@ObjectType()
export class MembershipPayload {
  @Of(() => MembershipType) membership!: MembershipType;
}

export const MembershipConnection = connectionOf(MembershipType, 'Membership');

export const MembershipPageArgs = pageArgsOf('Membership', membershipOrders, {
  filter: MembershipFilterInput,
  search: 'Matches part of the e-mail address.',
});
