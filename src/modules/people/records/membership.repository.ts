import { and, arrayContains, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { MemberPermission } from '../../../platform/api/access/member-permissions.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { anyOf, ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { containsText } from '../../../platform/paging/search.js';
import type { AuthenticationMethod } from '../../../platform/identity/authentication-methods.js';
import { tenantRows } from '../../../platform/paging/records.js';
import { organizations } from '../../organizations/records/organization.table.js';
import { endedSessions } from './ended-session.table.js';
import { membershipOrders } from './membership.list.js';
import { type Membership, type MembershipStatus, memberships } from './membership.table.js';
import { roles } from './role.table.js';
import { users } from './user.table.js';

export interface MembershipFilter {
  readonly statuses?: readonly MembershipStatus[] | null;
}

/** An active membership with the name of its organization. */
export interface OwnMembership extends Membership {
  readonly organizationName: string;
  readonly organizationSlug: string | null;
  /** How members of the organization may sign in. */
  readonly allowedMethods: readonly AuthenticationMethod[];
  /** Permissions of the custom roles among its roles. */
  readonly customPermissions: readonly MemberPermission[];
}

/** What a token names: a user who exists, and the membership in one organization. */
export interface SignedIn {
  readonly email: string;
  readonly membership:
    | (Pick<OwnMembership, 'allowedMethods' | 'opensWithPassword' | 'customPermissions'> & {
        readonly roles: readonly string[];
      })
    | null;
}

const isActive = eq(memberships.status, 'active');
const ofOrganization = tenantRows(memberships);

/** The permissions of the custom roles of a membership, as they are now. */
const customPermissions = sql<MemberPermission[]>`array(
  select distinct permission from ${roles}, unnest(${roles.permissions}) permission
  where ${roles.organizationId} = ${memberships.organizationId} and ${roles.code} = any(${memberships.roles})
)`;

export const membershipRepository = {
  async insert(tx: Tx, membership: Membership): Promise<void> {
    await tx.insert(memberships).values(membership);
  },

  async find(db: Db, organizationId: string, id: string): Promise<Membership | null> {
    const [membership] = await db
      .select()
      .from(memberships)
      .where(ofOrganization(organizationId, isActive, eq(memberships.id, id)));
    return membership ?? null;
  },

  async findOfUser(db: Db, organizationId: string, userId: string): Promise<Membership | null> {
    const [membership] = await db
      .select()
      .from(memberships)
      .where(ofOrganization(organizationId, isActive, eq(memberships.userId, userId)));
    return membership ?? null;
  },

  async findByEmail(db: Db, organizationId: string, email: string): Promise<Membership | null> {
    const [membership] = await db
      .select(getTableColumns(memberships))
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(ofOrganization(organizationId, isActive, eq(users.email, email)));
    return membership ?? null;
  },

  /** The active memberships of a user, oldest first. */
  ofUser(db: Db, userId: string): Promise<OwnMembership[]> {
    return db
      .select({
        ...getTableColumns(memberships),
        organizationName: organizations.name,
        organizationSlug: organizations.slug,
        allowedMethods: organizations.authenticationMethods,
        customPermissions,
      })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(and(eq(memberships.userId, userId), isActive))
      .orderBy(memberships.createdAt, memberships.id);
  },

  async countOfUser(db: Db, userId: string): Promise<number> {
    return db.$count(memberships, and(eq(memberships.userId, userId), isActive));
  },

  countActive(db: Db, organizationId: string): Promise<number> {
    return db.$count(memberships, ofOrganization(organizationId, isActive));
  },

  /** The number of active members with a role. */
  countWithRole(db: Db, organizationId: string, role: string): Promise<number> {
    return db.$count(
      memberships,
      ofOrganization(organizationId, isActive, arrayContains(memberships.roles, [role])),
    );
  },

  /** The confirmed e-mail addresses of the active members with a role, the oldest member first. */
  async emailsWithRole(db: Db, organizationId: string, role: string): Promise<string[]> {
    const found = await db
      .select({ email: users.email })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(
        ofOrganization(
          organizationId,
          isActive,
          arrayContains(memberships.roles, [role]),
          isNotNull(users.emailConfirmedAt),
        ),
      )
      .orderBy(memberships.createdAt, memberships.id);
    return found.map(({ email }) => email);
  },

  /** The number of active members whose address is confirmed. */
  async countConfirmed(db: Db, organizationId: string): Promise<number> {
    const confirmed = await db
      .select({ id: memberships.id })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(ofOrganization(organizationId, isActive, isNotNull(users.emailConfirmedAt)));
    return confirmed.length;
  },

  list(
    db: Db,
    organizationId: string,
    { filter, search, page }: ListQuery<MembershipFilter>,
  ): Promise<Page<Membership>> {
    return pageOfTable(db, memberships, {
      page,
      ordering: orderingOf(membershipOrders, page),
      where: ofOrganization(
        organizationId,
        ...comparisons(membershipOrders, filter),
        anyOf(memberships.status, filter.statuses ?? ['active']),
        ifGiven(
          search,
          (term) => sql`exists (
            select from ${users} where ${users.id} = ${memberships.userId} and ${containsText([users.email], term)}
          )`,
        ),
      ),
    });
  },

  async setRoles(tx: Tx, organizationId: string, id: string, codes: readonly string[]): Promise<void> {
    await tx
      .update(memberships)
      .set({ roles: [...codes] })
      .where(ofOrganization(organizationId, eq(memberships.id, id)));
  },

  /** Lets sessions that begin with the password act in all organizations of a user. */
  async openToPassword(tx: Tx, userId: string): Promise<void> {
    await tx
      .update(memberships)
      .set({ opensWithPassword: true })
      .where(and(eq(memberships.userId, userId), isActive, eq(memberships.opensWithPassword, false)));
  },

  async revoke(tx: Tx, organizationId: string, id: string, revokedAt: Date): Promise<void> {
    await tx
      .update(memberships)
      .set({ status: 'revoked', revokedAt })
      .where(ofOrganization(organizationId, eq(memberships.id, id)));
  },

  /**
   * Reads what the token of a session names; null if the user does not exist, the password was changed, or the session
   * was ended. One statement, since every request in a session sends it.
   * @param organizationId null for no organization.
   */
  async signedIn(
    db: Db,
    session: { readonly id: string; readonly userId: string; readonly generation: number },
    organizationId: string | null,
  ): Promise<SignedIn | null> {
    const [found] = await db
      .select({
        email: users.email,
        roles: sql<string[] | null>`${memberships.roles}`,
        opensWithPassword: sql<boolean>`${memberships.opensWithPassword}`,
        customPermissions: sql<MemberPermission[]>`${customPermissions}`,
        allowedMethods: sql<AuthenticationMethod[]>`${organizations.authenticationMethods}`,
      })
      .from(users)
      .leftJoin(
        memberships,
        and(
          eq(memberships.userId, users.id),
          isActive,
          organizationId === null ? sql`false` : eq(memberships.organizationId, organizationId),
        ),
      )
      .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(
        and(
          eq(users.id, session.userId),
          eq(users.sessionGeneration, session.generation),
          sql`not exists (select from ${endedSessions} where ${endedSessions.sessionId} = ${session.id})`,
        ),
      );
    if (found === undefined) return null;
    const { email, roles: codes, ...membership } = found;
    return { email, membership: codes === null ? null : { ...membership, roles: codes } };
  },
};
