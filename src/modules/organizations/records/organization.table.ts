import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../../platform/db/tables/columns.js';
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
} from '../../../platform/identity/authentication-methods.js';

/** For rows of programs that do not know the column. The random bits of three UUIDs are more than those of a hash. */
const RANDOM_KEY = sql`encode(sha256(convert_to(
  gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64')`;

const WORDS = sql.raw(`array[${AUTHENTICATION_METHODS.map((method) => `'${method}'`).join(', ')}]`);

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: text('name').notNull(),
    /** Null only for an organization that a program of an older version has created. */
    slug: text('slug'),
    /** Customers' `sequential_id`s up to this one are not given again, since rows that had them were deleted (ADR 0038). */
    lastCustomerNumber: integer('last_customer_number').notNull().default(0),
    /** How many customer numbers restores of backups have skipped (ADR 0126). */
    customerNumbersSkipped: integer('customer_numbers_skipped').notNull().default(0),
    /** True for the organization of the first start, whose unlimited keys may create others (ADR 0028). */
    isOperator: boolean('is_operator').notNull().default(false),
    /** How many days the activity and the API log show; null: all. Older entries of the API log are deleted. */
    auditPeriodDays: integer('audit_period_days').default(30),
    /** False: security events are neither recorded nor shown. */
    hasSecurityLog: boolean('has_security_log').notNull().default(true),
    /** False: payments get no receipts. */
    issuesReceipts: boolean('issues_receipts').notNull().default(true),
    /** How members may sign in, at least one way. */
    authenticationMethods: text('authentication_methods')
      .array()
      .$type<AuthenticationMethod[]>()
      .notNull()
      .default(['email_password']),
    /**
     * Base64 of 32 random bytes. Its text is the key of the `hmac` signatures of webhooks, its bytes that of their standard
     * ones (webhooks.md §4).
     */
    hmacKey: text('hmac_key').notNull().default(RANDOM_KEY),
    /** The key before the last rotation, with which messages are also signed until then. */
    previousHmacKey: text('previous_hmac_key'),
    previousHmacKeyUntil: instant('previous_hmac_key_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('organizations_slug').on(table.slug),
    uniqueIndex('organizations_one_operator')
      .on(table.isOperator)
      .where(sql`${table.isOperator}`),
    check('organizations_audit_period', sql`${table.auditPeriodDays} > 0`),
    check(
      'organizations_authentication_methods',
      sql`cardinality(${table.authenticationMethods}) > 0 and ${table.authenticationMethods} <@ ${WORDS}`,
    ),
  ],
);

export type Organization = typeof organizations.$inferSelect;
