import { describe, expect, test } from '@jest/globals';
import { and, count, desc, eq, exists, gt, isNull, or, type SQLWrapper, sql } from 'drizzle-orm';
import {
  alias,
  integer,
  jsonb,
  numeric,
  PgDialect,
  pgTable,
  QueryBuilder,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { Dialect } from './dialect.js';

const books = pgTable('books', {
  id: uuid().primaryKey(),
  title: text('the title'),
  price: numeric('price'),
  facts: jsonb('facts').$type<Record<string, unknown>>(),
  printedAt: timestamp('printed_at', { withTimezone: true }),
  authorId: uuid('author_id'),
});
const authors = pgTable('authors', { id: uuid('id').primaryKey(), name: text('name'), age: integer('age') });

const other = alias(books, 'other "book"');
const AT = new Date('2027-01-02T03:04:05Z');

/** Statements of every shape that repositories write; a change of drizzle that writes one in another way is noticed. */
const STATEMENTS: Record<string, (qb: QueryBuilder) => SQLWrapper> = {
  'a whole table': (qb) => qb.select().from(books),
  'the same table again': (qb) => qb.select().from(books).where(eq(books.id, 'a')).limit(1).offset(2),
  'some columns': (qb) => qb.select({ id: books.id, called: books.title }).from(books),
  'columns and expressions': (qb) =>
    qb
      .select({
        id: books.id,
        all: count(),
        upper: sql<string>`upper(${books.title})`.as('upper'),
        facts: books.facts,
      })
      .from(books)
      .groupBy(books.id)
      .having(gt(count(), 1)),
  'a join': (qb) => qb.select().from(books).innerJoin(authors, eq(authors.id, books.authorId)),
  'a join of named tables': (qb) =>
    qb
      .select({ book: books, author: authors, age: authors.age })
      .from(books)
      .leftJoin(authors, and(eq(authors.id, books.authorId), isNull(authors.age))),
  'columns in a group': (qb) =>
    qb
      .select({ nested: { id: books.id, name: authors.name } })
      .from(books)
      .crossJoin(authors),
  'a table beside its alias': (qb) =>
    qb.select({ id: books.id, other: other.id }).from(books).innerJoin(other, eq(other.title, books.title)),
  'an alias alone': (qb) => qb.select().from(other).where(eq(other.printedAt, AT)),
  'a subquery': (qb) => {
    const sub = qb
      .select({ id: books.id, n: count().as('n') })
      .from(books)
      .groupBy(books.id)
      .as('sub');
    return qb.select().from(sub).where(gt(sub.n, 2));
  },
  'a lateral subquery': (qb) => {
    const sub = qb.select().from(books).where(eq(books.authorId, authors.id)).limit(3).as('sub');
    return qb
      .select({ name: authors.name, book: sub.id })
      .from(authors)
      .leftJoinLateral(sub, sql`true`);
  },
  'a common table expression': (qb) => {
    const cte = qb.$with('cte').as(qb.select().from(books).where(eq(books.title, "it's")));
    return qb.with(cte).select().from(cte);
  },
  exists: (qb) =>
    qb
      .select()
      .from(authors)
      .where(exists(qb.select().from(books).where(eq(books.authorId, authors.id)))),
  'distinct on, ordered, locked': (qb) =>
    qb
      .selectDistinctOn([books.title], { id: books.id })
      .from(books)
      .orderBy(books.title, desc(books.price))
      .for('update', { of: books, skipLocked: true }),
  'values of every type': (qb) =>
    qb
      .select()
      .from(books)
      .where(
        or(
          eq(books.price, '1.5'),
          eq(books.facts, { a: [1] }),
          eq(books.printedAt, AT),
          sql`${books.title} in ${['a', 'b']}`,
          sql`${books.facts} = ${null} or ${true} or ${7} = any(${sql.param(['x', 'y'])}) ${undefined}`,
        ),
      ),
  'a list in a template': () => sql`select ${[1, 'two', books.id]}`,
  'names and raw text': () =>
    sql`select ${sql.identifier('a "name"')}, ${sql.raw('now()')} from ${books} ${sql.empty()}`,
  'values in the text': () => sql`select ${sql`${'inline'} ${5}`.inlineParams()}, ${'sent'}`,
  placeholders: (qb) =>
    qb
      .select()
      .from(books)
      .where(and(eq(books.id, sql.placeholder('id')), sql`${sql.placeholder('n')} > ${3}`)),
};

const write = (dialect: PgDialect, statement: (qb: QueryBuilder) => SQLWrapper) => {
  const { sql: text, params } = dialect.sqlToQuery(statement(new QueryBuilder(dialect)).getSQL());
  return { text, params };
};

describe('a statement is written as drizzle writes it', () => {
  const ours = new Dialect();

  test.each(Object.entries(STATEMENTS))('%s', (_, statement) => {
    const expected = write(new PgDialect(), statement);
    expect(write(ours, statement)).toEqual(expected);
    // Once more: from what it has kept.
    expect(write(ours, statement)).toEqual(expected);
  });
});
