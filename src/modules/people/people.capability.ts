import { capability, type ServicesOf } from '../../platform/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Clock } from '../../platform/clock.js';
import type { Db } from '../../platform/db/database.js';
import type { PasswordHasher } from '../../platform/passwords/password-hasher.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { ApiKeyService } from '../organizations/api-key.service.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import { InviteResolver } from './invite.resolver.js';
import { InviteService } from './invite.service.js';
import { MembershipResolver } from './membership.resolver.js';
import { MembershipService } from './membership.service.js';
import type { PeopleChange } from './people.changes.js';
import { RoleResolver } from './role.resolver.js';
import { RoleService } from './role.service.js';
import { Sessions } from './sessions.js';
import { UserResolver } from './user.resolver.js';
import { UserService } from './user.service.js';

interface Foundations {
  /** For reads that must work when all other connections are busy. */
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes<PeopleChange>;
  readonly signupEnabled: boolean;
  readonly passwordHasher: PasswordHasher;
  readonly organizations: OrganizationService;
  readonly apiKeys: ApiKeyService;
}

/** Builds the services of this folder, for the server and for the command line. */
export function createPeopleServices({ db, passwordHasher: hasher, ...lower }: Foundations) {
  const { clock, changes } = lower;
  const sessions = new Sessions(db, clock);
  const roles = new RoleService({ clock, changes });
  const users = new UserService({ ...lower, sessions, hasher });
  return {
    sessions,
    users,
    roles,
    memberships: new MembershipService({ clock, roles, changes }),
    invites: new InviteService({ ...lower, roles, users, sessions, hasher }),
  };
}

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
