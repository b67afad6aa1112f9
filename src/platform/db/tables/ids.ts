import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { randomFillSync } from 'node:crypto';
import { systemClock } from '../../clock.js';
import { v7, validate, version } from 'uuid';

const RANDOM_BYTES = 16;

/** Creates ids in their order, also within a millisecond and when the clock is set back. */
class OrderedIds {
  /** Of many ids: to ask for those of each would take longer than all the rest. */
  private readonly random = Buffer.alloc(256 * RANDOM_BYTES);
  private used = this.random.length;
  private msecs = 0;
  private seq = 0;

  next(): string {
    if (this.used === this.random.length) {
      randomFillSync(this.random);
      this.used = 0;
    }
    const random = this.random.subarray(this.used, this.used + RANDOM_BYTES);
    this.used += RANDOM_BYTES;
    const now = systemClock.now().getTime();
    if (now > this.msecs) {
      this.msecs = now;
      // Of its 32 bits the first is 0, so that it can be counted up.
      this.seq = random.readUInt32BE() >>> 1;
    } else this.seq += 1;
    return v7({ random, msecs: this.msecs, seq: this.seq });
  }
}

const ids = new OrderedIds();

/** Creates a row id: a UUIDv7, so that ids grow with time and inserts stay at the end of the index. */
export function newId(): string {
  return ids.next();
}

/**
 * The lowest id that could have been created `ms` milliseconds before another id. Ids are created before their
 * transactions commit, and by the clocks of several machines, so a row that is committed later may have a lower id.
 */
export function lowestIdMsBefore(id: SQLWrapper, ms: number): SQL {
  return sql`rpad(lpad(to_hex(${createdAtMs(id)} - ${ms}::bigint), 12, '0'), 32, '0')::uuid`;
}

/** When an id was created, in real time: rows of customers on a test clock say another one. */
export function realTimeOf(id: SQLWrapper): SQL {
  return sql`to_timestamp(${createdAtMs(id)} / 1000.0)`;
}

function createdAtMs(id: SQLWrapper): SQL {
  return sql`('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * True for a UUID. Ids that callers send are checked with it, so that other texts find nothing instead of causing a
 * database error (rest-conventions.md §4).
 */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** True for a UUID of the version of row ids. */
export function isRowId(value: string): boolean {
  return validate(value) && version(value) === 7;
}
