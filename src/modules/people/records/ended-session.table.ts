import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/db/tables/columns.js';

/** Sessions that their users have ended, until their last token has expired. */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    sessionId: uuid('session_id').primaryKey(),
    /** From this instant the row can be deleted. */
    keptUntil: instant('kept_until').notNull(),
  },
  (table) => [index('ended_sessions_kept_until').on(table.keptUntil)],
);
