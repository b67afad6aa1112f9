import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '../../platform/db/columns.js';

/** The RSA key pair that signs the webhook messages of all organizations. Source: webhooks.md §4. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    /** Always true: there is one row. */
    isOnly: boolean('is_only').primaryKey().default(true),
    /** PEM, PKCS #8. */
    privateKey: text('private_key').notNull(),
    /** PEM, SPKI. */
    publicKey: text('public_key').notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('signing_keys_one', sql`${table.isOnly}`)],
);
