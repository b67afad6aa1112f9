import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Creates a row id: a UUIDv7, so that ids grow with time and inserts stay at the end of the index. */
export function newId(): string {
  return v7();
}

const RANDOM_BYTES = 16;

/**
 * Creates ids several times faster than `newId`, since it gets random bytes for many of them at once. Within a
 * millisecond their order is random.
 */
export class UnorderedIds {
  private readonly random = new Uint8Array(256 * RANDOM_BYTES);
  private used = this.random.length;

  next(): string {
    if (this.used === this.random.length) {
      randomFillSync(this.random);
      this.used = 0;
    }
    const from = this.used;
    this.used += RANDOM_BYTES;
    return v7({ random: this.random.subarray(from, this.used) });
  }
}

/**
 * The lowest id that could have been created `ms` milliseconds before another id. Ids are created before their
 * transactions commit, and by the clocks of several machines, so a row that is committed later may have a lower id.
 */
export function lowestIdMsBefore(id: SQLWrapper, ms: number): SQL {
  const createdAtMs = sql`('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint`;
  return sql`rpad(lpad(to_hex(${createdAtMs} - ${ms}::bigint), 12, '0'), 32, '0')::uuid`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * True for a UUID. Ids that callers send are checked with it, so that other texts find nothing instead of causing a
 * database error (rest-conventions.md §4).
 */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
