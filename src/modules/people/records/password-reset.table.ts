import { foreignKey, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from '../../../platform/db/tables/columns.js';
import { users } from './user.table.js';

/** The latest request of each user to reset the password, until it is used. Source: auth.md §2. */
export const passwordResets = pgTable(
  'password_resets',
  {
    userId: uuid('user_id').primaryKey(),
    /** SHA-256 of the token, in hex. */
    tokenHash: text('token_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }),
    uniqueIndex('password_resets_token').on(table.tokenHash),
  ],
);

export type PasswordReset = typeof passwordResets.$inferSelect;
