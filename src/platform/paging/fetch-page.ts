import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type PageRequest, Page } from './page.js';

/** One key of a list's order. The last key of an order must be unique, so that the order is total. */
export interface OrderKey<Row> {
  readonly column: PgColumn | SQL;
  readonly direction: 'asc' | 'desc';
  /** SQL type of the key, for comparing a cursor's text with it. */
  readonly type: 'timestamptz' | 'uuid' | 'text' | 'date' | 'numeric';
  /** The key's exact text in a row; null sorts last. */
  readonly value: (row: Row) => string | null;
}

export type Ordering<Row> = readonly OrderKey<Row>[];

/** Everything of a list query but its page. */
export interface Slice {
  readonly where: SQL | undefined;
  readonly orderBy: SQL[];
  readonly limit: number;
  readonly offset: number;
}

interface ListQuery<Row> {
  readonly ordering: Ordering<Row>;
  readonly where: SQL | undefined;
  readonly rows: (slice: Slice) => PromiseLike<Row[]>;
  readonly count: (where: SQL | undefined) => Promise<number>;
}

/** Runs a list query for one page. One row more than asked for is read, to know whether more follow. */
export async function fetchPage<Row>(request: PageRequest, query: ListQuery<Row>): Promise<Page<Row>> {
  const { ordering, where } = query;
  const backward = request.kind === 'cursor' && request.backward;
  const cursors =
    request.kind === 'page'
      ? []
      : [beyond(ordering, request.after, false), beyond(ordering, request.before, true)];
  const found = await query.rows({
    where: and(where, ...cursors),
    orderBy: ordering.map((key) => orderBy(key, backward)),
    limit: request.size + 1,
    offset: request.kind === 'page' ? (request.page - 1) * request.size : 0,
  });
  const more = found.length > request.size;
  const rows = found.slice(0, request.size);
  if (backward) rows.reverse();
  const resumed =
    request.kind === 'page' ? request.page > 1 : (backward ? request.before : request.after) !== null;
  return new Page(
    request,
    rows,
    backward ? resumed : more,
    backward ? more : resumed,
    (row) => encodeCursor(ordering.map((key) => key.value(row))),
    () => query.count(where),
  );
}

function orderBy<Row>({ column, direction }: OrderKey<Row>, reversed: boolean): SQL {
  const ascending = (direction === 'asc') !== reversed;
  return ascending
    ? sql`${column} asc nulls ${sql.raw(reversed ? 'first' : 'last')}`
    : sql`${column} desc nulls ${sql.raw(reversed ? 'first' : 'last')}`;
}

/** Rows strictly beyond a cursor: the first differing key decides, so one alternative per key. */
function beyond<Row>(
  ordering: Ordering<Row>,
  cursor: readonly (string | null)[] | null,
  reversed: boolean,
): SQL | undefined {
  if (cursor === null) return undefined;
  const alternatives = ordering.map((key, index) => {
    const equal = ordering.slice(0, index).map((earlier, at) => sameKey(earlier, cursor[at] ?? null));
    return sql`(${sql.join([...equal, pastKey(key, cursor[index] ?? null, reversed)], sql` and `)})`;
  });
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

function sameKey<Row>({ column, type }: OrderKey<Row>, value: string | null): SQL {
  return sql`${column} is not distinct from ${value}::${sql.raw(type)}`;
}

function pastKey<Row>(
  { column, direction, type }: OrderKey<Row>,
  value: string | null,
  reversed: boolean,
): SQL {
  // Nulls sort last: nothing lies beyond one, everything else lies before it.
  if (value === null) return reversed ? sql`${column} is not null` : sql`false`;
  const ascending = (direction === 'asc') !== reversed;
  const past = sql`${column} ${sql.raw(ascending ? '>' : '<')} ${value}::${sql.raw(type)}`;
  return reversed ? past : sql`(${past} or ${column} is null)`;
}

function encodeCursor(values: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Null when the text is no cursor of ours; whether it fits the list is found by the query. */
export function decodeCursor(cursor: string): string[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? (values as string[]) : null;
  } catch {
    return null;
  }
}
