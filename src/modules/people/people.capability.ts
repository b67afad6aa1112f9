import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PeopleNeeds } from './people.needs.js';
import { AuthenticationMethodResolver } from './api/authentication-method.resolver.js';
import { InviteResolver } from './api/invite.resolver.js';
import { MembershipResolver } from './api/membership.resolver.js';
import { createPeopleServices } from './people.services.js';
import { RoleResolver } from './api/role.resolver.js';
import { SignOnStates } from './sign-on/sign-on-states.js';
import { SingleSignOnResolver } from './api/single-sign-on.resolver.js';
import { SingleSignOnService } from './sign-on/single-sign-on.service.js';
import { UserResolver } from './api/user.resolver.js';

/** Users, who sign in, with their memberships of organizations, roles and invitations. */
export const peopleCapability = capability({
  services: ({ connections, ...lower }: PeopleNeeds) => {
    const people = createPeopleServices({ db: connections.reserved, ...lower });
    const states = new SignOnStates(connections.reserved, lower.clock);
    const redirectUrl = lower.singleSignOnUrl;
    return { ...people, singleSignOn: new SingleSignOnService({ ...lower, ...people, states, redirectUrl }) };
  },
  resolvers: ({ users, roles, memberships, invites, authenticationMethods, singleSignOn }) => [
    new UserResolver(users),
    new RoleResolver(roles),
    new MembershipResolver(memberships),
    new InviteResolver(invites),
    new AuthenticationMethodResolver(authenticationMethods),
    new SingleSignOnResolver(singleSignOn),
  ],
  jobs: ({ users, jobsDb }) => [
    scheduledJob('delete_ended_sessions', '47 * * * *', () => users.deleteExpired(jobsDb)),
  ],
});

export type PeopleServices = ServicesOf<typeof peopleCapability>;
