import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, updatedAt } from '../db/tables/columns.js';

/** What the processes and programs of one installation agree on. */
export const installations = pgTable(
  'installations',
  {
    /** Always true: there is one row. */
    isOnly: boolean('is_only').primaryKey().default(true),
    /** The id of the key that encrypts stored secrets (`Encryption.keyIds`). */
    encryptionKeyId: text('encryption_key_id').notNull(),
    /** Base of addresses for others, as the latest server that answers requests has it; null before the first. */
    publicUrl: text('public_url'),
    /** The instant as of which the database was restored from a backup; null if it never was. What came after it is not known here. */
    restoredTo: instant('restored_to'),
    /** Until then payments may turn up at providers that were made after that instant. */
    restoreMattersUntil: instant('restore_matters_until'),
    updatedAt: updatedAt(),
  },
  (table) => [check('installations_one', sql`${table.isOnly}`)],
);
