import { parseJson } from '../../text/parse-json.js';
import { bigint, customType, numeric, uuid } from 'drizzle-orm/pg-core';

/**
 * Column types shared by all tables, so that ids, money, decimals and instants are declared in the same way everywhere.
 */
export const id = () => uuid('id').primaryKey();
export const organizationId = () => uuid('organization_id').notNull();
/** An instant. Sessions have the time zone UTC, in which Postgres writes it: `2026-05-01 10:00:00.5+00`. */
export const instant = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  toDriver: (at) => at.toISOString(),
  // JavaScript takes the years before 100 for those of the last century, but in ISO 8601.
  fromDriver: (text) => new Date(text.startsWith('00') ? `${text.slice(0, -3).replace(' ', 'T')}Z` : text),
});
/** Minor units of the row's currency. */
export const cents = (name: string) => bigint(name, { mode: 'bigint' });
/** An exact decimal; a string in rows, `Big` in core computations. */
export const decimal = (name: string) => numeric(name);
/** Any content, such as that of a file; the driver returns a `Buffer`. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
/** A transaction id that is never used again. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
/** JSON that callers sent, whose numbers keep their digits (docs/adr/0130). */
export const exactJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  // Rows of merged reads hold its text; the driver has parsed that of others.
  fromDriver: (value) => (typeof value === 'string' ? parseJson(value) : value),
});
export const createdAt = () => instant('created_at').notNull();
export const updatedAt = () => instant('updated_at').notNull();
