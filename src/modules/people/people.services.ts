import type { PublicAddresses } from '../../platform/addresses.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Clock } from '../../platform/clock.js';
import type { Db } from '../../platform/db/database.js';
import type { IdentityProvider } from '../../platform/identity/identity-provider.js';
import type { Limits } from '../../platform/limits.js';
import type { PasswordHasher } from '../../platform/passwords/password-hasher.js';
import type { ApiKeyService } from '../organizations/api-keys/api-key.service.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import { AuthenticationMethodService } from './sign-on/authentication-method.service.js';
import { InviteService } from './members/invite.service.js';
import { MembershipService } from './members/membership.service.js';
import type { PeopleChange } from './people.changes.js';
import { RoleService } from './members/role.service.js';
import { Sessions } from './users/sessions.js';
import { UserService } from './users/user.service.js';

interface Foundations {
  /** For reads that must work when all other connections are busy. */
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes<PeopleChange>;
  readonly signupEnabled: boolean;
  readonly limits: Limits;
  readonly publicAddresses: PublicAddresses;
  readonly passwordHasher: PasswordHasher;
  readonly organizations: OrganizationService;
  readonly apiKeys: ApiKeyService;
  readonly identityProviders: readonly IdentityProvider[];
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
    authenticationMethods: new AuthenticationMethodService(lower),
    invites: new InviteService({ ...lower, roles, users, sessions }),
  };
}
