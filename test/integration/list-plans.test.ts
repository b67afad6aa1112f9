// Each order of each list reads its page from an index, the first page as well as one after a cursor (docs/adr/0060).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { newId } from '../../src/platform/db/tables/ids.js';
import { expectPresent } from '../../src/platform/expect-present.js';
import {
  type KeyType,
  nameOf,
  type Ordering,
  reverseOf,
  sliceOf,
} from '../../src/platform/paging/fetch-page.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { INDEXED_LISTS } from '../support/list-orders.js';

/** The text of a key in a cursor. */
const SAMPLES: Readonly<Record<KeyType, string>> = {
  timestamptz: '2027-01-01T00:00:00.000Z',
  uuid: newId(),
  text: 'Acme',
  date: '2027-01-01',
  numeric: '1',
  bigint: '1',
};

/** What a node of a plan says of itself. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = connect(database.connection, { max: 1 });
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

/** The nodes of the plan of a page, where Postgres sorts or reads the whole table only if it cannot do otherwise. */
async function planOf(table: PgTable, ordering: Ordering<unknown>, after: boolean): Promise<PlanNode[]> {
  const position = [nameOf(ordering), ...ordering.map(({ type }) => SAMPLES[type])];
  const { organizationId } = getTableColumns(table) as Record<string, PgColumn>;
  const slice = sliceOf(
    { kind: 'cursor', size: 20, after: after ? position : null, before: null, backward: false },
    { ordering, where: eq(expectPresent(organizationId, 'the organization'), newId()) },
  );
  return pool.db.transaction(async (tx) => {
    for (const setting of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
      await tx.execute(sql`set local ${sql.raw(setting)} = off`);
    const query = tx
      .select({ one: sql`1` })
      .from(table)
      .where(slice.where)
      .orderBy(...slice.orderBy)
      .limit(slice.limit);
    const rows = await tx.execute<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      sql`explain (format json) ${query}`,
    );
    const [row] = [...(rows as Iterable<{ 'QUERY PLAN': { Plan: PlanNode }[] }>)];
    return nodesOf(expectPresent(row?.['QUERY PLAN'][0], 'the plan').Plan);
  });
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

const cases = INDEXED_LISTS.flatMap(({ table, orders: { standard, fields } }) =>
  Object.entries({ standard, ...fields }).flatMap(([field, ordering]) =>
    [ordering, reverseOf(ordering)].map((order) => ({
      list: getTableConfig(table).name,
      field,
      direction: order[0]?.direction,
      table,
      order,
    })),
  ),
);

describe.each(cases)('$list by $field, $direction', ({ table, order }) => {
  test('the first page is not sorted', async () => {
    const nodes = await planOf(table, order, false);
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
  });

  test('a page after a cursor begins in the index', async () => {
    const nodes = await planOf(table, order, true);
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
    const column = expectPresent(order[0], 'the first key').column as PgColumn;
    const conditions = nodes.map((node) => node['Index Cond'] ?? '').join();
    // Names that are null follow all others, which is no range of the index.
    if (column.notNull || order[0]?.direction === 'desc') expect(conditions).toContain(column.name);
  });
});
