import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../platform/actor.js';
import { ADMIN } from '../../../platform/api/access/member-permissions.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { notAllowed, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { PeopleNeeds } from '../people.needs.js';
import { type MembershipFilter, membershipRepository } from '../records/membership.repository.js';
import type { Membership } from '../records/membership.table.js';
import type { AssignRoles } from '../records/person.input.js';
import { lockPeople, requireAdminToChange, type RoleService } from './role.service.js';
import { userRepository } from '../records/user.repository.js';
import type { User } from '../records/user.table.js';

interface Needs extends Pick<PeopleNeeds, 'clock' | 'changes'> {
  readonly roles: RoleService;
}

/** Manages the members of an organization. Source: auth.md §2. */
export class MembershipService {
  constructor(private readonly needs: Needs) {}

  list(db: Db, { organizationId }: Actor, query: ListQuery<MembershipFilter>): Promise<Page<Membership>> {
    return membershipRepository.list(db, organizationId, query);
  }

  /** The e-mail addresses of the admins. */
  adminEmails(db: Db, { organizationId }: Actor): Promise<string[]> {
    return membershipRepository.emailsWithRole(db, organizationId, ADMIN);
  }

  /** The e-mail address of a user who is a member; null for one who is not any more. */
  async emailOf(db: Db, { organizationId }: Actor, userId: string): Promise<string | null> {
    const membership = await membershipRepository.findOfUser(db, organizationId, userId);
    return membership === null ? null : emailOf(db, membership);
  }

  /** As `emailOf`; null also for an address that is not confirmed. */
  async confirmedEmailOf(db: Db, actor: Actor, userId: string): Promise<string | null> {
    const user = await userRepository.find(db, userId);
    return user === null || user.emailConfirmedAt === null ? null : this.emailOf(db, actor, userId);
  }

  /** True unless all members have addresses that nobody has confirmed. */
  async mayMail(db: Db, { organizationId }: Actor): Promise<boolean> {
    if ((await membershipRepository.countConfirmed(db, organizationId)) > 0) return true;
    return (await membershipRepository.countActive(db, organizationId)) === 0;
  }

  /** The users of memberships that the caller has read. */
  async users(db: Db, ids: readonly string[]): Promise<Map<string, User>> {
    return indexBy(await userRepository.findMany(db, ids), ({ id }) => id);
  }

  /** @throws AppError `membership_not_found`, `last_admin`, `validation_errors`; as `RoleService.readCodes`. */
  async updateRoles(tx: Tx, actor: Actor, { id, roles: sent }: AssignRoles): Promise<Membership> {
    const { organizationId } = actor;
    const { roles, changes } = this.needs;
    await lockPeople(tx, organizationId);
    const before = await this.active(tx, actor, id);
    const errors = new FieldErrors();
    const codes = await roles.readCodes(tx, actor, errors, { codes: sent, before: before.roles });
    errors.throwIfAny();
    if (!codes.includes(ADMIN)) await this.requireOtherAdmin(tx, before);
    if (isDeepStrictEqual(codes, before.roles.toSorted())) return before;
    await membershipRepository.setRoles(tx, organizationId, id, codes);
    const membership = { ...before, roles: codes };
    const email = await emailOf(tx, membership);
    await changes.announce(tx, actor, { type: 'membership.updated', membership, email, before });
    return membership;
  }

  /** @throws AppError `membership_not_found`, `cannot_revoke_own_membership`, `cannot_change_admin`, `last_admin`. */
  async revoke(tx: Tx, actor: Actor, id: string): Promise<Membership> {
    const { organizationId } = actor;
    await lockPeople(tx, organizationId);
    const before = await this.active(tx, actor, id);
    if (before.userId === actor.member?.userId) throw notAllowed('cannot_revoke_own_membership');
    requireAdminToChange(actor, before.roles);
    await this.requireOtherAdmin(tx, before);
    const revokedAt = this.needs.clock.now();
    await membershipRepository.revoke(tx, organizationId, id, revokedAt);
    const membership: Membership = { ...before, status: 'revoked', revokedAt };
    const email = await emailOf(tx, membership);
    await this.needs.changes.announce(tx, actor, { type: 'membership.revoked', membership, email });
    return membership;
  }

  private async active(tx: Tx, { organizationId }: Actor, id: string): Promise<Membership> {
    const membership = isUuid(id) ? await membershipRepository.find(tx, organizationId, id) : null;
    if (membership === null) throw notFound('membership');
    return membership;
  }

  /** @throws AppError `last_admin` if this membership is the only one of an admin. */
  private async requireOtherAdmin(tx: Tx, { organizationId, roles }: Membership): Promise<void> {
    if (!roles.includes(ADMIN)) return;
    if ((await membershipRepository.countWithRole(tx, organizationId, ADMIN)) < 2)
      throw notAllowed('last_admin');
  }
}

async function emailOf(db: Db, { userId }: Membership): Promise<string> {
  return expectPresent((await userRepository.find(db, userId)) ?? undefined, `user ${userId}`).email;
}
