import { beforeEach, describe, expect, test } from '@jest/globals';
import { and, desc, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import { alias, boolean, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SqlChannel } from '../sql-channel.js';
import type { Db } from '../database.js';
import { isOneOf } from '../statements/is-one-of.js';
import { queryBuilder } from './query-builder.js';
import { compiledQuery } from './compiled-query.js';

const books = pgTable('books', {
  id: uuid('id').primaryKey(),
  title: text('title'),
  price: numeric('price'),
  facts: jsonb('facts').$type<Record<string, unknown>>(),
  printedAt: timestamp('printed_at', { withTimezone: true }),
  isSold: boolean('is_sold'),
  authorId: uuid('author_id'),
});
const authors = pgTable('authors', { id: uuid('id').primaryKey(), name: text('name') });

const AT = new Date('2027-01-02T03:04:05Z');
const LATER = new Date('2028-01-02T03:04:05Z');

let rows: unknown[][];
let sent: { text: string; parameters: readonly unknown[] }[];

/** A query builder whose channel notes the statements that it is given, and sends none. */
const db: Db = queryBuilder({
  rows: (statement) => {
    sent.push(statement);
    return Promise.resolve(rows);
  },
} as SqlChannel);

beforeEach(() => {
  rows = [];
  sent = [];
});

/** What is sent when the query builder writes the statement anew. */
async function sentBy(select: PromiseLike<unknown>): Promise<(typeof sent)[number] | undefined> {
  await select;
  return sent.at(-1);
}

describe('a compiled query', () => {
  test('a compiled query is sent as the query builder would send it, with the values of each call', async () => {
    const select = (on: Db, authorIds: readonly string[], by: { after: Date; title: string }) => {
      const other = alias(books, 'other');
      const elsewhere = on
        .select({ id: other.id })
        .from(other)
        .where(and(eq(other.title, by.title), gt(other.printedAt, by.after)));
      return on
        .select({ book: books, name: authors.name, length: sql<number>`length(${by.title})` })
        .from(books)
        .innerJoin(authors, eq(authors.id, books.authorId))
        .where(and(isOneOf(books.authorId, authorIds), gt(books.printedAt, by.after), exists(elsewhere)))
        .orderBy(desc(books.printedAt))
        .limit(3);
    };
    const ask = compiledQuery(select);
    const calls = [
      { authorIds: ['a', 'b'], by: { after: AT, title: 'One' } },
      { authorIds: [], by: { after: LATER, title: '' } },
      { authorIds: ['c'], by: { after: AT, title: 'Two' } },
    ];
    for (const { authorIds, by } of calls) {
      await ask(db, authorIds, by);
      const asked = sent.at(-1);
      expect(asked).toEqual(await sentBy(select(db, authorIds, by)));
    }
    expect(sent[0]?.parameters).toEqual(['One', ['a', 'b'], AT.toISOString(), 'One', AT.toISOString(), 3]);
  });

  test('a compiled query has a text for each shape of its values', async () => {
    type Key = { readonly id: string } | { readonly title: string | null };
    const ask = compiledQuery((on, key: Key, isSold: boolean) =>
      on
        .select({ id: books.id })
        .from(books)
        .where(
          and(
            'id' in key
              ? eq(books.id, key.id)
              : key.title === null
                ? isNull(books.title)
                : eq(books.title, key.title),
            isSold ? eq(books.isSold, true) : undefined,
          ),
        ),
    );
    for (const id of ['a', 'b']) await ask(db, { id }, false);
    for (const title of ['One', null, 'Two']) await ask(db, { title }, true);
    expect(sent.map(({ text: asked, parameters }) => [asked.split(' where ')[1], parameters])).toEqual([
      ['"books"."id" = $1', ['a']],
      ['"books"."id" = $1', ['b']],
      ['("books"."title" = $1 and "books"."is_sold" = $2)', ['One', true]],
      ['("books"."title" is null and "books"."is_sold" = $1)', [true]],
      ['("books"."title" = $1 and "books"."is_sold" = $2)', ['Two', true]],
    ]);
  });

  test('a compiled query is refused when its text or parameters depend on more than the shape', async () => {
    const ask = compiledQuery((on, title: string) =>
      on
        .select()
        .from(books)
        .where(title === 'all' ? undefined : eq(books.title, title)),
    );
    await expect(ask(db, 'all')).rejects.toThrow('depends on more than the shape');
    const trim = compiledQuery((on, title: string) =>
      on.select().from(books).where(eq(books.title, title.trim())),
    );
    await expect(trim(db, ' a ')).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  test('a compiled query reads rows as the query builder does', async () => {
    const select = (on: Db, title: string) =>
      on
        .select({
          book: books,
          author: authors,
          nested: { name: authors.name, none: sql<null>`null` },
          doubled: sql<string>`2 * ${books.price}`.mapWith(books.price).as('doubled'),
        })
        .from(books)
        .leftJoin(authors, eq(authors.id, books.authorId))
        .where(eq(books.title, title));
    rows = [
      [
        'b1',
        'One',
        '1.50',
        { pages: 3 },
        '2027-01-02 03:04:05+00',
        true,
        'a1',
        'a1',
        'Ann',
        'Ann',
        null,
        '3',
      ],
      ['b2', null, null, null, null, null, null, null, null, null, null, null],
    ];
    const [found, missing] = await compiledQuery(select)(db, 'One');
    expect(found).toEqual({
      book: {
        id: 'b1',
        title: 'One',
        price: '1.50',
        facts: { pages: 3 },
        printedAt: AT,
        isSold: true,
        authorId: 'a1',
      },
      author: { id: 'a1', name: 'Ann' },
      nested: { name: 'Ann', none: null },
      doubled: '3',
    });
    expect(missing?.author).toBeNull();
    expect(missing?.book.id).toBe('b2');
  });

  test('a compiled query fails with the statement and the reason when the driver fails', async () => {
    const failing = queryBuilder({
      rows: () => Promise.reject(new Error('no connection')),
    } as unknown as SqlChannel);
    const asked = compiledQuery((on, id: string) => on.select().from(books).where(eq(books.id, id)))(
      failing,
      'a',
    );
    await expect(asked).rejects.toMatchObject({
      message: expect.stringContaining('from "books"'),
      cause: { message: 'no connection' },
    });
  });
});
