import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.js';
import { onlyRow } from '../db/only-row.js';
import { queryRows } from '../db/statements/query-rows.js';
import type { Check, Verified } from './check.js';

/** Rows that are compared in one snapshot: few enough for the memory of a process, whatever belongs to each. */
const BATCH = 500;

/** The first id of UUIDs. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface BatchCheck extends Pick<Check, 'name' | 'claim'> {
  /** The records that are compared, in batches by id. Only organizations themselves belong to none. */
  readonly records: PgTable & { readonly id: PgColumn; readonly organizationId?: PgColumn };
  /**
   * Selects the differences of the common table expression `batch`, which has the columns of `records`: `organization_id`,
   * `id`, and as JSON objects `stored` and `expected`.
   */
  readonly differences: SQL;
}

interface DifferenceRow {
  readonly organization_id: string;
  readonly id: string;
  readonly stored: unknown;
  readonly expected: unknown;
}

/** A check of records in batches. */
export function batchCheck({ name, claim, records, differences }: BatchCheck): Check {
  return {
    name,
    claim,
    isBinding: true,
    async *differences(verified) {
      for await (const rows of batchesOf(verified, records, (snapshot, ids) =>
        queryRows<DifferenceRow>(
          snapshot,
          sql`with batch as materialized (select * from ${records} where ${ids}) ${differences}`,
        ),
      ))
        for (const { organization_id: organizationId, ...row } of rows) yield { organizationId, ...row };
    },
  };
}

/**
 * Reads records in batches, in the order of their ids, each in a snapshot of its own.
 * @param read gets the condition on the ids of a batch.
 */
export async function* batchesOf<Row>(
  { db, organizationId }: Pick<Verified, 'db' | 'organizationId'>,
  records: BatchCheck['records'],
  read: (snapshot: Db, ids: SQL) => Promise<Row[]>,
  size = BATCH,
): AsyncGenerator<Row[]> {
  const owner = sql.identifier(records.organizationId === undefined ? 'id' : 'organization_id');
  const isVerified = organizationId === null ? sql`true` : sql`${owner} = ${organizationId}`;
  for (let after: string | null = BEFORE_ALL; after !== null;) {
    const first: string = after;
    const [next, rows] = await inSnapshot(db, async (snapshot): Promise<[string | null, Row[]]> => {
      const { last, count } = onlyRow(
        await queryRows<{ last: string | null; count: number }>(
          snapshot,
          sql`select (array_agg(id order by id desc))[1] as last, count(*)::int as count
            from (select id from ${records} where id > ${first} and ${isVerified} order by id limit ${size}) as next`,
        ),
      );
      if (last === null) return [null, []];
      const ids = sql`id > ${first} and id <= ${last} and ${isVerified}`;
      return [count < size ? null : last, await read(snapshot, ids)];
    });
    yield rows;
    after = next;
  }
}

/** Reads from one snapshot. */
function inSnapshot<Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}
