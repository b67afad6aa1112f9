import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../../platform/db/tables/columns.js';

/** People who sign in. They exist across organizations; memberships link them. Source: auth.md §2. */
export const users = pgTable(
  'users',
  {
    id: id(),
    /** Trimmed and in lower case. */
    email: text('email').notNull(),
    /** In the format of `PasswordHasher`; null for a user who has only signed in by single sign-on so far. */
    passwordHash: text('password_hash'),
    /** Raised when the password changes: sessions of an earlier generation have ended. */
    sessionGeneration: integer('session_generation').notNull().default(0),
    /**
     * When the user proved to receive e-mails at the address; null before. The default is for programs of earlier versions, which
     * ask nobody.
     */
    emailConfirmedAt: instant('email_confirmed_at').default(sql`now()`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('users_email').on(table.email)],
);

export type User = typeof users.$inferSelect;
