import { beforeEach, describe, expect, test } from '@jest/globals';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SqlChannel } from '../db/sql-channel.js';
import type { Tx } from '../db/database.js';
import { queryBuilder } from '../db/writing/query-builder.js';
import { ascending } from './list-orders.js';
import { keptRows, recordsOf, tenantRows } from './records.js';

const books = pgTable('books', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  code: text('code').notNull(),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
});
const pages = pgTable('pages', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  words: text('words').notNull(),
});

const bookRecords = recordsOf(books, {
  kept: keptRows(books),
  code: books.code,
  orders: { standard: ascending(books, 'code'), fields: {} },
  search: [books.code],
});
const pageRecords = recordsOf(pages, { kept: tenantRows(pages) });

const ORGANIZATION = '11111111-1111-4111-8111-111111111111';
const ID = '22222222-2222-4222-8222-222222222222';

let sent: { text: string; parameters: readonly unknown[] }[];
const note = (statement: (typeof sent)[number]) => {
  sent.push(statement);
  return Promise.resolve([]);
};

/** A query builder whose channel notes the statements that it is given, and sends none. */
const tx = queryBuilder({ rows: note, run: note } as unknown as SqlChannel) as Tx;

/** The end of the only statement, from its condition on, and its parameters. */
function condition(): readonly unknown[] {
  const [only] = sent;
  return [only?.text.replace(/^.* where /s, ''), only?.parameters];
}

beforeEach(() => {
  sent = [];
});

describe('records of a table', () => {
  test('a record is found by its id or by its code, unless it is deleted', async () => {
    expect(await bookRecords.find(tx, ORGANIZATION, { id: ID })).toBeNull();
    expect(condition()).toEqual([
      '("books"."organization_id" = $1 and "books"."deleted_at" is null and "books"."id" = $2)',
      [ORGANIZATION, ID],
    ]);
    sent = [];
    await bookRecords.find(tx, ORGANIZATION, { code: 'fable' });
    expect(condition()).toEqual([
      '("books"."organization_id" = $1 and "books"."deleted_at" is null and "books"."code" = $2)',
      [ORGANIZATION, 'fable'],
    ]);
  });

  test.each([
    [
      'findMany',
      '("books"."organization_id" = $1 and "books"."deleted_at" is null and "books"."id" = any($2))',
    ],
    [
      'findByCodes',
      '("books"."organization_id" = $1 and "books"."deleted_at" is null and "books"."code" = any($2))',
    ],
    ['findWithDeleted', '("books"."organization_id" = $1 and "books"."id" = any($2))'],
  ] as const)('%s has one parameter for all names', async (name, where) => {
    await bookRecords[name](tx, ORGANIZATION, ['b', 'a']);
    expect(condition()).toEqual([where, [ORGANIZATION, ['a', 'b']]]);
  });

  test('a list restricts, searches and sorts', async () => {
    await bookRecords.list(tx, ORGANIZATION, {
      filter: {},
      search: 'able',
      page: { kind: 'page', page: 1, size: 10 },
    });
    expect(condition()[0]).toMatch(
      /^\("books"\."organization_id" = \$1 and "books"\."deleted_at" is null and \(case\s.* order by "books"\."code" asc, /s,
    );
  });

  test('a change of a row keeps its id and organization, and other organizations away', async () => {
    await pageRecords.updateRow(tx, { id: ID, organizationId: ORGANIZATION, words: 'Once' });
    expect(sent.map(({ text }) => text)).toEqual([
      'update "pages" set "words" = $1 where ("pages"."organization_id" = $2 and "pages"."id" = $3)',
    ]);
  });

  test('a row is deleted in its organization only', async () => {
    await pageRecords.delete(tx, ORGANIZATION, ID);
    expect(condition()).toEqual([
      '("pages"."organization_id" = $1 and "pages"."id" = $2)',
      [ORGANIZATION, ID],
    ]);
  });
});
