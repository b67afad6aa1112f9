import { capability, type ServicesOf } from '../../platform/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import { InviteResolver } from './invite.resolver.js';
import { MembershipResolver } from './membership.resolver.js';
import type { PeopleChange } from './people.changes.js';
import { createPeopleServices } from './people.services.js';
import { RoleResolver } from './role.resolver.js';
import { UserResolver } from './user.resolver.js';

/** Users, who sign in, with their memberships of organizations, roles and invitations. */
export const peopleCapability = capability({
  services: ({ connections, ...lower }: PlatformServices<PeopleChange> & OrganizationsServices) =>
    createPeopleServices({ db: connections.reserved, ...lower }),
  resolvers: ({ users, roles, memberships, invites, publicUrl }) => [
    new UserResolver(users, publicUrl),
    new RoleResolver(roles),
    new MembershipResolver(memberships),
    new InviteResolver(invites, publicUrl),
  ],
  jobs: ({ users, jobsDb }) => [
    scheduledJob('delete_ended_sessions', '47 * * * *', () => users.deleteExpired(jobsDb)),
  ],
});

export type PeopleServices = ServicesOf<typeof peopleCapability>;
