import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { organizations } from '../../organizations/records/organization.table.js';

export const INVITE_STATUSES = ['pending', 'accepted', 'revoked'] as const;

/** Invitations to become a member of an organization. Source: auth.md §3. */
export const invites = pgTable(
  'invites',
  {
    id: id(),
    organizationId: organizationId(),
    /** Trimmed and in lower case. */
    email: text('email').notNull(),
    /** Codes of the roles that the member gets, at least one. */
    roles: text('roles').array().notNull(),
    /** One that is pending can no longer be accepted once it has expired. */
    status: text('status', { enum: INVITE_STATUSES }).notNull(),
    /** SHA-256 of the token, in hex. */
    tokenHash: text('token_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    revokedAt: instant('revoked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('invites_token').on(table.tokenHash),
    uniqueIndex('invites_pending')
      .on(table.organizationId, table.email)
      .where(sql`${table.status} = 'pending'`),
    index('invites_newest').on(table.organizationId, table.createdAt),
  ],
);

export type Invite = typeof invites.$inferSelect;
export type InviteStatus = Invite['status'];
