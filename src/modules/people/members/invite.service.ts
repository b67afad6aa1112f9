import type { AddressForOthers } from '../../../platform/addresses.js';
import { isDeepStrictEqual } from 'node:util';
import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type {
  AuthenticationMethod,
  SingleSignOnMethod,
} from '../../../platform/identity/authentication-methods.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { Organization } from '../../organizations/records/organization.table.js';
import type { PeopleNeeds } from '../people.needs.js';
import { type InviteFilter, inviteRepository } from '../records/invite.repository.js';
import type { Invite } from '../records/invite.table.js';
import { membershipRepository } from '../records/membership.repository.js';
import type { AcceptInvite, AssignRoles, CreateInvite } from '../records/person.input.js';
import { checkEmail, checkPassword, normalizedEmail } from '../records/person.rules.js';
import { lockPeople, requireAdminToChange, type RoleService } from './role.service.js';
import { hashOf, newToken } from '../users/secret-token.js';
import type { Sessions } from '../users/sessions.js';
import { userRepository } from '../records/user.repository.js';
import {
  incorrectLogin,
  methodNotAuthorized,
  type SignedInUser,
  type UserService,
} from '../users/user.service.js';
import type { User } from '../records/user.table.js';

const VALID_FOR_MS = 14 * 24 * 60 * 60 * 1_000;
/** Most members of an organization, with those whose invitations are pending. */
const MOST_PEOPLE = 1_000;

/** A new invitation, with the token that is not stored. */
export interface IssuedInvite {
  readonly invite: Invite;
  readonly token: string;
  readonly link: AddressForOthers;
}

interface Needs extends Pick<PeopleNeeds, 'clock' | 'organizations' | 'changes' | 'publicAddresses'> {
  readonly roles: RoleService;
  readonly users: UserService;
  readonly sessions: Sessions;
}

/** Invites people to an organization, and lets them accept. Source: auth.md §3. */
export class InviteService {
  constructor(private readonly needs: Needs) {}

  list(db: Db, { organizationId }: Actor, query: ListQuery<InviteFilter>): Promise<Page<Invite>> {
    return inviteRepository.list(db, organizationId, query);
  }

  /** @throws AppError `validation_errors`; as `RoleService.readCodes`. */
  async create(tx: Tx, actor: Actor, { email: sent, roles: sentRoles }: CreateInvite): Promise<IssuedInvite> {
    const { clock, roles, changes } = this.needs;
    const { organizationId } = actor;
    await lockPeople(tx, organizationId);
    const now = clock.now();
    await inviteRepository.revokeExpired(tx, organizationId, now);
    const email = normalizedEmail(sent);
    const errors = new FieldErrors();
    checkEmail(errors, email);
    const codes = await roles.readCodes(tx, actor, errors, { codes: sentRoles });
    if (!errors.has('email')) await this.checkNew(tx, organizationId, email, errors);
    errors.throwIfAny();
    const token = newToken();
    const invite: Invite = {
      id: newId(),
      organizationId,
      email,
      roles: codes,
      status: 'pending',
      tokenHash: hashOf(token),
      expiresAt: new Date(now.getTime() + VALID_FOR_MS),
      acceptedAt: null,
      revokedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await inviteRepository.insert(tx, invite);
    const link = this.linkOf(token);
    await changes.announce(tx, actor, { type: 'invite.created', invite, link });
    return { invite, token, link };
  }

  /** Reports an address that is invited or a member already, and an organization that is full. */
  private async checkNew(tx: Tx, organizationId: string, email: string, errors: FieldErrors): Promise<void> {
    const now = this.needs.clock.now();
    if ((await inviteRepository.findPending(tx, organizationId, email, now)) !== null)
      errors.add('invite', 'invite_already_exists');
    if ((await membershipRepository.findByEmail(tx, organizationId, email)) !== null)
      errors.add('email', 'email_already_used');
    const people =
      (await membershipRepository.countActive(tx, organizationId)) +
      (await inviteRepository.countPending(tx, organizationId));
    if (people >= MOST_PEOPLE)
      errors.addOverLimit(
        'invite',
        'exceeded_limit',
        `An organization has at most ${MOST_PEOPLE} members and pending invitations.`,
      );
  }

  /**
   * Replaces the roles of a pending invitation. If some are added, so is the link: whoever invited has seen the old one, and
   * may not hold what the new roles allow (docs/adr/0100).
   * @throws AppError `invite_not_found`, `cannot_update_accepted_invite`, `cannot_update_revoked_invite`,
   *   `validation_errors`; as `RoleService.readCodes`.
   */
  async update(tx: Tx, actor: Actor, { id, roles: sent }: AssignRoles): Promise<Invite> {
    await lockPeople(tx, actor.organizationId);
    const before = await this.find(tx, actor, id);
    if (before.status === 'accepted') throw new AppError('forbidden', 'cannot_update_accepted_invite');
    if (before.status === 'revoked') throw new AppError('forbidden', 'cannot_update_revoked_invite');
    const errors = new FieldErrors();
    const roles = await this.needs.roles.readCodes(tx, actor, errors, {
      codes: sent,
      before: before.roles,
    });
    errors.throwIfAny();
    if (isDeepStrictEqual(roles, before.roles.toSorted())) return before;
    const token = roles.every((code) => before.roles.includes(code)) ? null : newToken();
    const tokenHash = token === null ? before.tokenHash : hashOf(token);
    const invite: Invite = { ...before, roles, tokenHash, updatedAt: this.needs.clock.now() };
    await inviteRepository.updateRow(tx, invite);
    const link = token === null ? null : this.linkOf(token);
    await this.needs.changes.announce(tx, actor, { type: 'invite.updated', invite, before, link });
    return invite;
  }

  /** @throws AppError `invite_not_found` unless it is pending; `cannot_change_admin`. */
  async revoke(tx: Tx, actor: Actor, id: string): Promise<Invite> {
    await lockPeople(tx, actor.organizationId);
    const before = await this.find(tx, actor, id);
    if (before.status !== 'pending') throw notFound('invite');
    requireAdminToChange(actor, before.roles);
    const now = this.needs.clock.now();
    const invite: Invite = { ...before, status: 'revoked', revokedAt: now, updatedAt: now };
    await inviteRepository.updateRow(tx, invite);
    await this.needs.changes.announce(tx, actor, { type: 'invite.revoked', invite });
    return invite;
  }

  /** The invitation that a link leads to. @throws AppError `invite_not_found` unless it can be accepted. */
  async byToken(db: Db, token: string): Promise<{ invite: Invite; organization: Organization }> {
    const invite = await this.pending(db, hashOf(token));
    return { invite, organization: await this.organizationOf(db, invite) };
  }

  /**
   * Checks that an invitation can be accepted in this way.
   * @returns what names the invitation without its token.
   * @throws AppError `invite_not_found`, `validation_errors` with `login_method_not_authorized`.
   */
  async checkAcceptable(db: Db, token: string, method: AuthenticationMethod): Promise<string> {
    const { tokenHash } = await this.acceptable(db, hashOf(token), method);
    return tokenHash;
  }

  /**
   * Makes the person who holds the token a member. A new user gets this password. One who is a member of another
   * organization must know the own one: whoever invites sees the link, and must not get into the accounts of others by
   * it (docs/adr/0083). One who is no longer a member of any gets this password.
   * @throws AppError `invite_not_found`, `validation_errors`, kind `tooManyRequests`.
   */
  async accept(db: Db, { token, password }: AcceptInvite): Promise<SignedInUser> {
    const { users, sessions } = this.needs;
    const { email, tokenHash } = await this.acceptable(db, hashOf(token), 'email_password');
    const known = await userRepository.findByEmail(db, email);
    const isMember = known !== null && (await membershipRepository.countOfUser(db, known.id)) > 0;
    let passwordHash: string | null = null;
    if (isMember) {
      if ((await users.verify(db, email, password)) === null) throw incorrectLogin();
      users.clearFailures(email);
    } else {
      const errors = new FieldErrors();
      checkPassword(errors, 'password', password);
      errors.throwIfAny();
      passwordHash = await users.hash(password);
    }
    const user = await db.transaction(async (tx) => {
      const invite = await this.lockAcceptable(tx, tokenHash, 'email_password');
      return this.join(tx, invite, await this.userWithPassword(tx, invite.email, passwordHash), true);
    });
    return { user, token: await sessions.open(user, 'email_password') };
  }

  /**
   * Makes a person whose address an identity provider has confirmed a member. The password of one who is a user already
   * stays, and does not open this organization: somebody else may have registered the address (docs/adr/0092).
   * @throws AppError `invite_not_found`, `validation_errors`.
   */
  async acceptSignedOn(
    db: Db,
    tokenHash: string,
    { email, method }: { readonly email: string; readonly method: SingleSignOnMethod },
  ): Promise<SignedInUser> {
    const user = await db.transaction(async (tx) => {
      const invite = await this.lockAcceptable(tx, tokenHash, method);
      if (invite.email !== email) throw invalid({ email: ['invite_email_mismatch'] });
      return this.join(tx, invite, await this.userWithAddress(tx, email), false);
    });
    return { user, token: await this.needs.sessions.open(user, method) };
  }

  /** @param opensWithPassword whether sessions that begin with the password act in the organization. */
  private async join(tx: Tx, invite: Invite, user: User, opensWithPassword: boolean): Promise<User> {
    const { users, clock } = this.needs;
    const { organizationId, roles } = invite;
    if ((await membershipRepository.findOfUser(tx, organizationId, user.id)) !== null)
      throw notFound('invite');
    await users.addMembership(tx, user, { organizationId, roles, opensWithPassword });
    const now = clock.now();
    await inviteRepository.updateRow(tx, { ...invite, status: 'accepted', acceptedAt: now, updatedAt: now });
    await users.knowDevice(tx, user);
    const memberships = await membershipRepository.ofUser(tx, user.id);
    const joined = memberships.find((membership) => membership.organizationId === organizationId);
    await users.announceAs(tx, user, expectPresent(joined, 'the new membership'), {
      type: 'user.signed_up',
      user,
      roles,
    });
    if (user.emailConfirmedAt === null && memberships.length === 1)
      await users.askToConfirm(tx, user, expectPresent(joined, 'the new membership'));
    return user;
  }

  /**
   * The locked user of an address, created or with the new password where there is one.
   * @param passwordHash of the password that the user gets; null for a member of other organizations.
   */
  private async userWithPassword(tx: Tx, email: string, passwordHash: string | null): Promise<User> {
    const { users } = this.needs;
    if (passwordHash !== null) {
      const created = users.newUser(email, { passwordHash, isConfirmed: false });
      if (await userRepository.insert(tx, created)) return created;
    }
    const user = await userRepository.lockByEmail(tx, email);
    const isMember = user !== null && (await membershipRepository.countOfUser(tx, user.id)) > 0;
    // Something else was true when the password was checked: the caller tries again.
    if (user === null || isMember === (passwordHash !== null)) throw incorrectLogin();
    return passwordHash === null ? user : users.changePasswordHash(tx, user.id, passwordHash);
  }

  /** The locked user of an address, created without a password where there is none. */
  private async userWithAddress(tx: Tx, email: string): Promise<User> {
    const created = this.needs.users.newUser(email, { passwordHash: null, isConfirmed: true });
    if (await userRepository.insert(tx, created)) return created;
    return expectPresent(
      (await userRepository.lockByEmail(tx, email)) ?? undefined,
      'the user of the address',
    );
  }

  /** Reads an invitation that can be accepted in this way, and prevents other changes of the people of its organization. */
  private async lockAcceptable(tx: Tx, tokenHash: string, method: AuthenticationMethod): Promise<Invite> {
    const { organizationId } = await this.pending(tx, tokenHash);
    await lockPeople(tx, organizationId);
    return this.acceptable(tx, tokenHash, method);
  }

  private async acceptable(db: Db, tokenHash: string, method: AuthenticationMethod): Promise<Invite> {
    const invite = await this.pending(db, tokenHash);
    const { authenticationMethods } = await this.organizationOf(db, invite);
    if (!authenticationMethods.includes(method)) throw methodNotAuthorized(method);
    return invite;
  }

  private async pending(db: Db, tokenHash: string): Promise<Invite> {
    const invite = await inviteRepository.findByToken(db, tokenHash, this.needs.clock.now());
    if (invite === null) throw notFound('invite');
    return invite;
  }

  private organizationOf(db: Db, { organizationId }: Invite): Promise<Organization> {
    return this.needs.organizations.get(db, systemActor(organizationId, null));
  }

  private async find(tx: Tx, { organizationId }: Actor, id: string): Promise<Invite> {
    const invite = isUuid(id) ? await inviteRepository.find(tx, organizationId, { id }) : null;
    if (invite === null) throw notFound('invite');
    return invite;
  }

  private linkOf(token: string): AddressForOthers {
    return this.needs.publicAddresses.at(`/invitation#${token}`);
  }
}
