import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '../../../platform/db/tables/columns.js';

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
    /** PEM of the public key before it, for messages that were signed before it was replaced; null if it never was. */
    previousPublicKey: text('previous_public_key'),
    createdAt: createdAt(),
  },
  (table) => [check('signing_keys_one', sql`${table.isOnly}`)],
);
