import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { organizations } from '../../organizations/records/organization.table.js';
import { users } from './user.table.js';

export const MEMBERSHIP_STATUSES = ['active', 'revoked'] as const;

/** Links a user to an organization. A user who is invited again gets a new one. Source: auth.md §2. */
export const memberships = pgTable(
  'memberships',
  {
    id: id(),
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    status: text('status', { enum: MEMBERSHIP_STATUSES }).notNull(),
    /** Codes of predefined and custom roles, at least one. Codes never change, and a role in use is not deleted. */
    roles: text('roles').array().notNull(),
    /**
     * False: sessions that began with the password do not act in it. It was accepted by single sign-on, and the password may
     * be that of somebody who has registered the address before; true once a link sent to the address sets a new one.
     */
    opensWithPassword: boolean('opens_with_password').notNull().default(true),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    ...enumChecks(table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }),
    uniqueIndex('memberships_active')
      .on(table.organizationId, table.userId)
      .where(sql`${table.status} = 'active'`),
    index('memberships_newest').on(table.organizationId, table.createdAt),
    index('memberships_of_user')
      .on(table.userId)
      .where(sql`${table.status} = 'active'`),
  ],
);

export type Membership = typeof memberships.$inferSelect;
export type MembershipStatus = Membership['status'];
