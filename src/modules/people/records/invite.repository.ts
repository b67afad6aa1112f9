import { and, arrayContains, eq, gt, lte, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { anyOf } from '../../../platform/paging/filter-conditions.js';
import type { ListQuery } from '../../../platform/paging/page.js';
import { listsOf } from '../../../platform/paging/lists.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import { inviteOrders } from './invite.list.js';
import { type Invite, invites, type InviteStatus } from './invite.table.js';

export interface InviteFilter {
  readonly statuses?: readonly InviteStatus[] | null;
}

const isPending = eq(invites.status, 'pending');
const ofOrganization = tenantRows(invites);

const lists = listsOf(invites, {
  kept: ofOrganization,
  orders: inviteOrders,
  search: [invites.email],
  conditions: (_db, _organizationId, { filter }: ListQuery<InviteFilter>) => [
    anyOf(invites.status, filter.statuses),
  ],
});

export const inviteRepository = {
  ...recordsOf(invites, { kept: ofOrganization }),

  list: lists.list,

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

  /** Revokes the invitations of an organization that have expired, so that their addresses can be invited again. */
  async revokeExpired(tx: Tx, organizationId: string, now: Date): Promise<void> {
    await tx
      .update(invites)
      .set({ status: 'revoked', revokedAt: now, updatedAt: now })
      .where(ofOrganization(organizationId, isPending, lte(invites.expiresAt, now)));
  },
};
