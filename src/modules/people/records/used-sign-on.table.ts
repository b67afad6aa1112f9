import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/db/tables/columns.js';

/** Attempts of single sign-on that were completed or have failed, until their state expires: each is used once. */
export const usedSignOns = pgTable(
  'used_sign_ons',
  {
    signOnId: uuid('sign_on_id').primaryKey(),
    /** From this instant the row can be deleted. */
    keptUntil: instant('kept_until').notNull(),
  },
  (table) => [index('used_sign_ons_kept_until').on(table.keptUntil)],
);
