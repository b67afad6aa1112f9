import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes } from '../db/tables/columns.js';

/** The secrets with which this installation signs what it hands out. The migration that adds a purpose generates its secret. */
export const signingSecrets = pgTable('signing_secrets', {
  purpose: text('purpose').primaryKey(),
  secret: bytes('secret').notNull(),
  /** The one before it, which signs nothing; null if what it signed is not valid any more. */
  previous: bytes('previous'),
});
