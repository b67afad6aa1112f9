import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lt } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../src/platform/db/tables/columns.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import { decodeCursor, fetchPage, type Ordering, reverseOf } from '../../src/platform/paging/fetch-page.js';
import type { Page, PageRequest } from '../../src/platform/paging/page.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

const items = pgTable('paged_items', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  at: instant('at'),
});
type Item = typeof items.$inferSelect;

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = connect(database.connection, { max: 2 });
  await pool.sql`create table paged_items (id uuid primary key, name text not null, at timestamptz)`;
  // Names and instants that many rows share, and rows without an instant.
  const rows = Array.from({ length: 23 }, (_, index) => ({
    id: newId(),
    name: `name ${index % 4}`,
    at: index % 5 === 0 ? null : new Date(Date.UTC(2027, 0, 1 + (index % 3), 0, 0, 0, index % 2)),
  }));
  await pool.db.insert(items).values(rows);
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const id = { column: items.id, direction: 'asc', type: 'uuid', value: (item: Item) => item.id } as const;
const at = (direction: 'asc' | 'desc') =>
  ({
    column: items.at,
    direction,
    type: 'timestamptz',
    value: (item: Item) => item.at?.toISOString() ?? null,
  }) as const;
const name = (direction: 'asc' | 'desc') =>
  ({ column: items.name, direction, type: 'text', value: (item: Item) => item.name }) as const;

const list = (ordering: Ordering<Item>, request: PageRequest): Promise<Page<Item>> =>
  fetchPage(request, {
    ordering,
    where: lt(items.name, 'name 3'),
    rows: ({ where, orderBy, limit, offset }) =>
      pool.db
        .select()
        .from(items)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset),
    count: (where) => pool.db.$count(items, where),
  });

const idsOf = ({ rows }: Page<Item>) => rows.map((item) => item.id);
const whole = { kind: 'page', page: 1, size: 100 } as const;

describe.each<[string, Ordering<Item>]>([
  ['the newest first, rows without an instant last', [{ ...at('desc'), nulls: 'last' }, id]],
  ['the oldest first, rows without an instant last', [at('asc'), id]],
  ['by the instant in ascending order, rows without one first', [{ ...at('asc'), nulls: 'first' }, id]],
  ['by name, then the newest', [name('asc'), at('desc'), id]],
  ['by name backwards', [name('desc'), id]],
  ['by name backwards, then by id backwards', [name('desc'), { ...id, direction: 'desc' }]],
  ['by name, then the oldest', [name('asc'), at('asc'), id]],
  ['by id', [id]],
  ['rows without an instant first', [at('desc'), id]],
  ['the exact reverse of an order', reverseOf([at('asc'), id])],
])('%s', (_, ordering) => {
  test.each([1, 2, 5, 17, 18, 50])('in pages of %i, every form walks the same list', async (size) => {
    const all = idsOf(await list(ordering, whole));
    expect(all).toHaveLength(18);

    const numbered: string[] = [];
    for (let page = 1; ; page += 1) {
      const slice = await list(ordering, { kind: 'page', page, size });
      expect(await slice.count()).toBe(18);
      expect(slice.hasPrevious).toBe(page > 1);
      numbered.push(...idsOf(slice));
      if (!slice.hasNext) break;
    }
    expect(numbered).toEqual(all);
    expect(await walk(ordering, size, false)).toEqual(all);
    expect(await walk(ordering, size, true)).toEqual(all);
  });
});

/** The whole list by cursors, from the start or from the end. */
async function walk(ordering: Ordering<Item>, size: number, backward: boolean): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const position: readonly (string | null)[] | null = cursor === null ? null : decodeCursor(cursor);
    const page: Page<Item> = await list(ordering, {
      kind: 'cursor',
      size,
      after: backward ? null : position,
      before: backward ? position : null,
      backward,
    });
    expect(backward ? page.hasNext : page.hasPrevious).toBe(cursor !== null);
    if (backward) found.unshift(...idsOf(page));
    else found.push(...idsOf(page));
    const last = backward ? page.rows[0] : page.rows.at(-1);
    if (last === undefined || !(backward ? page.hasPrevious : page.hasNext)) return found;
    cursor = page.cursorOf(last);
  }
}

test('rows between two cursors are the rows between them in the list', async () => {
  const ordering = [at('desc'), id];
  const all = await list(ordering, whole);
  const [from, to] = [all.rows[3], all.rows[8]] as [Item, Item];
  const between = await list(ordering, {
    kind: 'cursor',
    size: 100,
    after: decodeCursor(all.cursorOf(from)),
    before: decodeCursor(all.cursorOf(to)),
    backward: false,
  });
  expect(idsOf(between)).toEqual(idsOf(all).slice(4, 8));
});

test('the reverse of an order has its rows the other way around', async () => {
  const ordering = [name('asc'), at('desc'), id];
  const reversed = await list(reverseOf(ordering), whole);
  expect(idsOf(reversed)).toEqual(idsOf(await list(ordering, whole)).reverse());
});

const ORDER = 'at desc,id asc';

test('a cursor is of one order', async () => {
  const { rows, cursorOf } = await list([at('desc'), id], whole);
  const after = decodeCursor(cursorOf(rows[0] as Item));
  expect(after[0]).toBe(ORDER);
  const request = { kind: 'cursor', size: 1, after, before: null, backward: false } as const;
  for (const ordering of [[at('asc'), id], reverseOf([at('desc'), id])])
    await expect(list(ordering, request)).rejects.toMatchObject({ kind: 'badRequest' });
});

test.each([
  [[ORDER, '2027-01-01T00:00:00.000Z'], 'a key too few'],
  [[ORDER, '2027-01-01T00:00:00.000Z', newId(), 'x'], 'one too many'],
  [[ORDER, '2027-01-32', newId()], 'no instant'],
  [[ORDER, '2027-01-01T00:00:00.000Z', 'x'], 'no UUID'],
  [[ORDER, '2027-01-01T00:00:00.000Z', null], 'no id'],
  [['2027-01-01T00:00:00.000Z', newId()], 'no name of an order'],
])('the cursor %j is of another list: %s', async (position) => {
  const request = { kind: 'cursor', size: 1, after: position, before: null, backward: false } as const;
  await expect(list([at('desc'), id], request)).rejects.toMatchObject({ kind: 'badRequest' });
});

test('the rows are counted only on request, and once', async () => {
  let counted = 0;
  const page = await fetchPage(whole, {
    ordering: [id],
    where: undefined,
    rows: () => Promise.resolve([] as Item[]),
    count: () => Promise.resolve((counted += 1)),
  });
  expect(counted).toBe(0);
  expect([await page.count(), await page.count(), counted]).toEqual([1, 1, 1]);
});
