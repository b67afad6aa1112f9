import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** A new row id: UUIDv7, so that ids of one table grow with time and inserts stay at the end of its index. */
export function newId(): string {
  return v7();
}

const RANDOM_BYTES = 16;

/** Many ids at the cost of one call for randomness; within a millisecond their order is random. */
export function newIds(count: number): string[] {
  const random = randomFillSync(new Uint8Array(count * RANDOM_BYTES));
  return Array.from({ length: count }, (_, index) =>
    v7({ random: random.subarray(index * RANDOM_BYTES, (index + 1) * RANDOM_BYTES) }),
  );
}

/**
 * The lowest id that was made so long before another one. Ids are made before their transactions commit, and by the clocks
 * of several machines: what was committed after a row may have a lower id than the row.
 */
export function lowestIdMsBefore(id: SQLWrapper, ms: number): SQL {
  const madeAtMs = sql`('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint`;
  return sql`rpad(lpad(to_hex(${madeAtMs} - ${ms}::bigint), 12, '0'), 32, '0')::uuid`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A value that is no UUID finds nothing instead of failing in the database (rest-conventions.md §4). */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
