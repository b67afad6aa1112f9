import { describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { integer, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import { fc } from '../../../../test/support/property.js';
import type { SqlChannel } from '../sql-channel.js';
import type { Db, Tx } from '../database.js';
import { queryBuilder } from './query-builder.js';

const books = pgTable('books', {
  id: integer('id'),
  title: text('title'),
  printedAt: timestamp('printed_at'),
});
const authors = pgTable('authors', { id: integer('id'), name: text('name') });

const joined = {
  book: books,
  author: authors,
  mixed: { id: books.id, name: authors.name },
  name: authors.name,
};
const inner = eq(authors.id, books.id);

/** Queries whose rows are put together in different ways. */
const QUERIES: Record<string, (db: Db) => PromiseLike<unknown>> = {
  'a table': (db) => db.select().from(books),
  'a table and expressions': (db) =>
    db
      .select({ id: books.id, double: sql<number>`2`.mapWith(Number), plain: sql`3`.as('plain') })
      .from(books),
  'an inner join': (db) => db.select(joined).from(books).innerJoin(authors, inner),
  'a left join': (db) => db.select(joined).from(books).leftJoin(authors, inner),
  'a right join': (db) => db.select(joined).from(books).rightJoin(authors, inner),
  'a full join': (db) => db.select(joined).from(books).fullJoin(authors, inner),
  'an insert': (db) => (db as Tx).insert(books).values({ id: 1 }).returning(),
};

/** At least as many values as the widest of the queries selects. */
const ROW = fc.array(fc.option(fc.constantFrom('2027-01-02 03:04:05', '2028-01-01 00:00:00')), {
  minLength: 8,
  maxLength: 8,
});

describe('rows are read as drizzle reads them', () => {
  test.each(Object.entries(QUERIES))('rows of %s are read as drizzle reads them', async (_name, query) => {
    await fc.assert(
      fc.asyncProperty(fc.array(ROW), async (rows) => {
        const driver = { options: {}, unsafe: () => ({ values: () => Promise.resolve(rows) }) };
        const session = new PostgresJsSession(driver as never, new PgDialect(), undefined);
        const plain = new PostgresJsDatabase(new PgDialect(), session as never, undefined);
        expect(
          await query(queryBuilder({ rows: () => Promise.resolve(rows) } as unknown as SqlChannel)),
        ).toEqual(await query(plain));
      }),
    );
  });
});
