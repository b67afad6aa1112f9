import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/db/tables/columns.js';
import { users } from './user.table.js';

/** The devices that users have logged in from. A login from another one is recorded as a security event. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the address and the `User-Agent`, in hex. */
    fingerprint: text('fingerprint').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.fingerprint] }),
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }),
  ],
);
