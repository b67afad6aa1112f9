import { type SQL, sql } from 'drizzle-orm';
import { hash } from 'node:crypto';
import { events } from './event.table.js';

/** Together with the organization, identifies an event for ever: one sent again with the same identity is a duplicate. */
export interface EventIdentity {
  readonly externalSubscriptionId: string;
  readonly transactionId: string;
}

/**
 * The key of an event: the first 16 bytes of SHA-256 over its identity, formatted as a uuid. NUL separates the parts,
 * since no text that reaches the database contains one.
 * Source: events-ingest.md §3; docs/adr/0005.
 */
export function eventKey(organizationId: string, event: EventIdentity): string {
  const identity = `${organizationId}\0${event.externalSubscriptionId}\0${event.transactionId}`;
  const hex = hash('sha256', identity, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** `eventKey` of a row of `events`, computed in SQL. */
export const eventKeyOfRow: SQL = sql`encode(substring(sha256(
  convert_to(${events.organizationId}::text, 'UTF8') || '\\x00' ||
  convert_to(${events.externalSubscriptionId}, 'UTF8') || '\\x00' ||
  convert_to(${events.transactionId}, 'UTF8')
) from 1 for 16), 'hex')::uuid`;
