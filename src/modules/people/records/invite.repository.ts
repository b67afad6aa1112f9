import { and, arrayContains, eq, gt, lte, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { anyOf, ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { containsText } from '../../../platform/paging/search.js';
import { inviteOrders } from './invite.list.js';
import { type Invite, invites, type InviteStatus } from './invite.table.js';

export interface InviteFilter {
  readonly statuses?: readonly InviteStatus[] | null;
}

const isPending = eq(invites.status, 'pending');
const ofOrganization = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(invites.organizationId, organizationId), ...conditions);

export const inviteRepository = {
  async find(db: Db, organizationId: string, id: string): Promise<Invite | null> {
    const [invite] = await db
      .select()
      .from(invites)
      .where(ofOrganization(organizationId, eq(invites.id, id)));
    return invite ?? null;
  },

  /** The invitation of any organization with this token that can still be accepted. */
  async findByToken(db: Db, tokenHash: string, now: Date): Promise<Invite | null> {
    const [invite] = await db
      .select()
      .from(invites)
      .where(and(eq(invites.tokenHash, tokenHash), isPending, gt(invites.expiresAt, now)));
    return invite ?? null;
  },

  async findPending(db: Db, organizationId: string, email: string, now: Date): Promise<Invite | null> {
    const [invite] = await db
      .select()
      .from(invites)
      .where(ofOrganization(organizationId, isPending, eq(invites.email, email), gt(invites.expiresAt, now)));
    return invite ?? null;
  },

  countPending(db: Db, organizationId: string, ...conditions: SQL[]): Promise<number> {
    return db.$count(invites, ofOrganization(organizationId, isPending, ...conditions));
  },

  countPendingWithRole(db: Db, organizationId: string, role: string): Promise<number> {
    return inviteRepository.countPending(db, organizationId, arrayContains(invites.roles, [role]));
  },

  list(
    db: Db,
    organizationId: string,
    { filter, search, page }: ListQuery<InviteFilter>,
  ): Promise<Page<Invite>> {
    return pageOfTable(db, invites, {
      page,
      ordering: orderingOf(inviteOrders, page),
      where: ofOrganization(
        organizationId,
        ...comparisons(inviteOrders, filter),
        anyOf(invites.status, filter.statuses),
        ifGiven(search, (term) => containsText([invites.email], term)),
      ),
    });
  },

  async insert(tx: Tx, invite: Invite): Promise<void> {
    await tx.insert(invites).values(invite);
  },

  async update(tx: Tx, { id, organizationId, ...changes }: Invite): Promise<void> {
    await tx
      .update(invites)
      .set(changes)
      .where(ofOrganization(organizationId, eq(invites.id, id)));
  },

  /** Revokes the invitations of an organization that have expired, so that their addresses can be invited again. */
  async revokeExpired(tx: Tx, organizationId: string, now: Date): Promise<void> {
    await tx
      .update(invites)
      .set({ status: 'revoked', revokedAt: now, updatedAt: now })
      .where(ofOrganization(organizationId, isPending, lte(invites.expiresAt, now)));
  },
};
