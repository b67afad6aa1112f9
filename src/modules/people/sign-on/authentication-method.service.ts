import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
} from '../../../platform/identity/authentication-methods.js';
import type { Organization } from '../../organizations/records/organization.table.js';
import type { PeopleNeeds } from '../people.needs.js';
import { lockPeople } from '../members/role.service.js';

/** Changes how members of an organization may sign in. Source: auth.md §2. */
export class AuthenticationMethodService {
  constructor(private readonly needs: Pick<PeopleNeeds, 'organizations' | 'identityProviders' | 'changes'>) {}

  /** @throws AppError `validation_errors` for no way, and for one that the server does not offer. */
  async update(tx: Tx, actor: Actor, sent: readonly AuthenticationMethod[]): Promise<Organization> {
    const { organizations, identityProviders, changes } = this.needs;
    const offered = ['email_password', ...identityProviders.map(({ method }) => method)];
    const errors = new FieldErrors();
    if (sent.length === 0) errors.add('authenticationMethods', 'value_is_mandatory');
    if (sent.some((method) => !offered.includes(method)))
      errors.add('authenticationMethods', 'value_is_invalid');
    errors.throwIfAny();
    const methods = AUTHENTICATION_METHODS.filter((method) => sent.includes(method));
    await lockPeople(tx, actor.organizationId);
    const before = await organizations.get(tx, actor);
    if (isDeepStrictEqual(methods, before.authenticationMethods)) return before;
    const organization = await organizations.setAuthenticationMethods(tx, actor, methods);
    await changes.announce(tx, actor, { type: 'authentication_methods.updated', methods });
    return organization;
  }
}
