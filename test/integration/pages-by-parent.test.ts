// Compares lists of several parents, read together, with each list read alone.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { and, eq, ne } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../src/platform/db/tables/columns.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import type { Ordering } from '../../src/platform/paging/fetch-page.js';
import type { Page, PageRequest } from '../../src/platform/paging/page.js';
import { pageOfTable } from '../../src/platform/paging/page-of-table.js';
import { pagesByParent } from '../../src/platform/paging/pages-by-parent.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { fc, tries } from '../support/property.js';
import { statementsOf } from '../support/statements.js';

const items = pgTable('nested_items', {
  id: uuid('id').primaryKey(),
  // The mechanism calls the parent's id so itself.
  parentId: uuid('parent_id').notNull(),
  name: text('name').notNull(),
  at: instant('at'),
});
type Item = typeof items.$inferSelect;

/** Parents with no item, with one and with many. */
const SIZES = [0, 1, 2, 9, 16];
const parentIds = SIZES.map(() => newId());

const rows: Item[] = SIZES.flatMap((size, place) =>
  Array.from({ length: size }, (_, index) => ({
    id: newId(),
    parentId: parentIds[place] ?? '',
    name: `name ${index % 4}`,
    at: index % 5 === 0 ? null : new Date(Date.UTC(2027, 0, 1 + (index % 3))),
  })),
);

const ordering: Ordering<Item> = [
  { column: items.at, direction: 'desc', type: 'timestamptz', value: ({ at }) => at?.toISOString() ?? null },
  { column: items.id, direction: 'asc', type: 'uuid', value: ({ id }) => id },
];
const where = ne(items.name, 'name 3');

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = connect(database.connection, { max: 2 });
  await pool.sql`create table nested_items (id uuid primary key, parent_id uuid not null, name text not null, at timestamptz)`;
  await pool.db.insert(items).values(rows);
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const together = (page: PageRequest, ids = parentIds): Promise<Map<string, Page<Item>>> =>
  pagesByParent(pool.db, items, {
    page,
    parentIds: ids,
    belongsTo: (parentId) => eq(items.parentId, parentId),
    ordering,
    where,
  });

const alone = (parentId: string, page: PageRequest): Promise<Page<Item>> =>
  pageOfTable(pool.db, items, { page, ordering, where: and(where, eq(items.parentId, parentId)) });

async function shown(page: Page<Item> | undefined) {
  if (page === undefined) return null;
  const { rows: held, hasNext, hasPrevious, cursorOf } = page;
  return { held, hasNext, hasPrevious, cursors: held.map(cursorOf), total: await page.count() };
}

const cursorOf = (item: Item) => ['at desc,id asc', ...ordering.map(({ value }) => value(item))];
const sizes = fc.integer({ min: 1, max: 12 });
const cursors = fc.option(fc.constantFrom(...rows).map(cursorOf), { nil: null });
const requests: fc.Arbitrary<PageRequest> = fc.oneof(
  fc.record({ kind: fc.constant('page' as const), page: fc.integer({ min: 1, max: 4 }), size: sizes }),
  fc.record({
    kind: fc.constant('cursor' as const),
    size: sizes,
    after: cursors,
    before: cursors,
    backward: fc.boolean(),
  }),
);

test('each parent has the page that its list alone would have', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const pages = await together(request);
      for (const parentId of parentIds)
        expect(await shown(pages.get(parentId))).toEqual(await shown(await alone(parentId, request)));
    }),
    tries(100),
  );
});

test('all pages take one statement, and all totals another, once they are requested', async () => {
  const statements = await statementsOf([pool.sql], async () => {
    const pages = await together({ kind: 'page', page: 1, size: 3 });
    expect(pages.size).toBe(parentIds.length);
  });
  expect(statements).toHaveLength(1);
  const counting = await statementsOf([pool.sql], async () => {
    const pages = [...(await together({ kind: 'page', page: 1, size: 3 })).values()];
    const totals = [...pages, ...pages].map((page) => page.count());
    expect((await Promise.all(totals)).slice(0, 5)).toEqual([0, 1, 2, 7, 12]);
  });
  expect(counting).toHaveLength(2);
});

test('pages of thousands of rows take several statements, and no parent is omitted', async () => {
  const many = [...parentIds, ...Array.from({ length: 30 }, () => newId())];
  const page = { kind: 'page', page: 1, size: 100 } as const;
  const statements = await statementsOf([pool.sql], async () => {
    const pages = await together(page, many);
    expect(many.map((id) => pages.get(id)?.rows.length)).toEqual([
      0,
      1,
      2,
      7,
      12,
      ...Array<number>(30).fill(0),
    ]);
  });
  expect(statements).toHaveLength(2);
});

test('a cursor of another list is refused', async () => {
  const request = { kind: 'cursor', size: 1, after: ['x'], before: null, backward: false } as const;
  await expect(together(request)).rejects.toMatchObject({ kind: 'badRequest' });
});
