import { and, Column, is, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { parseDecimal } from '../../core/money/decimal.js';
import { parseInstant } from '../text/parse-instant.js';
import { cleanText } from '../text/clean-text.js';
import { isUuid } from '../db/tables/ids.js';
import { badRequest } from '../errors/app-error.js';
import { Page, type PageRequest, type Position } from './page.js';

/** Tests whether a text can be cast to an SQL type, so that a forged cursor is refused without a database error. */
const FITS = {
  // Only in UTC, as our cursors have it: Postgres does not accept all offsets that ISO 8601 allows.
  timestamptz: (text: string) => text.endsWith('Z') && parseInstant(text) !== null,
  uuid: isUuid,
  text: (text: string) => cleanText(text) === text,
  date: (text: string) => text.length === 10 && parseInstant(text) !== null,
  numeric: (text: string) => parseDecimal(text) !== null,
  bigint: (text: string) => /^-?\d{1,18}$/.test(text),
} as const;

/** SQL types that a key of a sort order can have. */
export type KeyType = keyof typeof FITS;

type Nulls = 'first' | 'last';

/** One sort key of a list. The last key must be unique, so that the order is total. */
export interface OrderKey<Row> {
  readonly column: PgColumn | SQL;
  readonly direction: 'asc' | 'desc';
  /** SQL type of the key; the text in a cursor is cast to it. */
  readonly type: KeyType;
  /** The exact text of the key in a row. */
  readonly value: (row: Row) => string | null;
  /**
   * Where null sorts; unless it says otherwise as Postgres has it, so that plain indexes serve the order: last in ascending,
   * first in descending order. A column that is never null needs it if its index has it.
   */
  readonly nulls?: Nulls;
}

export type Ordering<Row> = readonly OrderKey<Row>[];

/** The exact reverse of an order, which the same index serves. */
export function reverseOf<Row>(ordering: Ordering<Row>): Ordering<Row> {
  return ordering.map((key) => ({
    ...key,
    direction: key.direction === 'asc' ? 'desc' : 'asc',
    ...(key.nulls === undefined ? {} : { nulls: key.nulls === 'first' ? 'last' : 'first' }),
  }));
}

/** The parts of an SQL query that select the rows of a page. */
export interface Slice {
  readonly where: SQL | undefined;
  readonly orderBy: SQL[];
  readonly limit: number;
  readonly offset: number;
}

/** A list of rows: the condition for its rows, and their order. */
export interface List<Row> {
  readonly ordering: Ordering<Row>;
  readonly where: SQL | undefined;
}

interface ListQuery<Row> extends List<Row> {
  readonly rows: (slice: Slice) => PromiseLike<Row[]>;
  readonly count: (where: SQL | undefined) => Promise<number>;
}

/**
 * Reads one page of a list.
 * @throws AppError kind `badRequest` for a cursor of another list.
 */
export async function fetchPage<Row>(request: PageRequest, query: ListQuery<Row>): Promise<Page<Row>> {
  const rows = await query.rows(sliceOf(request, query));
  return pageOf(request, query.ordering, rows, () => query.count(query.where));
}

/**
 * Selects the rows to read for a page: one more than the page size, to find out whether more rows follow.
 * @throws AppError kind `badRequest` for a cursor of another list.
 */
export function sliceOf<Row>(request: PageRequest, { ordering, where }: List<Row>): Slice {
  if (request.kind === 'cursor') {
    const order = nameOf(ordering);
    for (const cursor of [request.after, request.before])
      if (cursor !== null && cursor[0] !== order) throw foreignCursor();
  }
  const cursors =
    request.kind === 'page'
      ? []
      : [beyond(ordering, request.after), beyond(reverseOf(ordering), request.before)];
  return {
    where: and(where, ...cursors),
    orderBy: (isBackward(request) ? reverseOf(ordering) : ordering).map(orderBy),
    limit: request.size + 1,
    offset: request.kind === 'page' ? (request.page - 1) * request.size : 0,
  };
}

/** Builds a page. @param found the rows of its slice. @param count counts the rows of the whole list. */
export function pageOf<Row>(
  request: PageRequest,
  ordering: Ordering<Row>,
  found: readonly Row[],
  count: () => PromiseLike<number>,
): Page<Row> {
  const backward = isBackward(request);
  const order = nameOf(ordering);
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
    (row) => encodeCursor([order, ...ordering.map((key) => key.value(row))]),
    count,
  );
}

function isBackward(request: PageRequest): boolean {
  return request.kind === 'cursor' && request.backward;
}

function orderBy<Row>({ column, direction, nulls }: OrderKey<Row>): SQL {
  return sql`${column} ${sql.raw(nulls === undefined ? direction : `${direction} nulls ${nulls}`)}`;
}

/** A sort key, and its value in the row that a cursor names. */
interface PlacedKey extends Pick<OrderKey<never>, 'column' | 'direction' | 'type'> {
  readonly isNullable: boolean;
  readonly nulls: Nulls;
  readonly text: string | null;
}

/** The condition for rows strictly after a position in the sort order. */
function beyond<Row>(ordering: Ordering<Row>, position: Position | null): SQL | undefined {
  if (position === null) return undefined;
  const values = position.slice(1);
  if (values.length !== ordering.length) throw foreignCursor();
  const keys = ordering.map((key, index) => placed(key, values[index] ?? null));
  const range = rangeOf(keys);
  if (range.length === keys.length) return compareRows(range, '');
  // The comparison of rows is implied by the alternatives; it is what an index can begin at (docs/adr/0060).
  return and(range.length === 0 ? undefined : compareRows(range, '='), alternatives(keys));
}

function placed<Row>({ column, direction, type, nulls }: OrderKey<Row>, text: string | null): PlacedKey {
  const isNullable = !is(column, Column) || !column.notNull;
  if (text === null ? !isNullable : !FITS[type](text)) throw foreignCursor();
  return {
    column,
    direction,
    type,
    isNullable,
    nulls: nulls ?? (direction === 'asc' ? 'last' : 'first'),
    text,
  };
}

/**
 * The first keys, as far as one comparison of rows has the rows after the position: keys of one direction, after whose
 * values no null follows.
 */
function rangeOf(keys: readonly PlacedKey[]): readonly PlacedKey[] {
  const end = keys.findIndex(
    ({ direction, isNullable, nulls, text }) =>
      direction !== keys[0]?.direction || (isNullable && (text === null || nulls === 'last')),
  );
  return end === -1 ? keys : keys.slice(0, end);
}

/** Compares rows with a position by some keys of one direction: `(a, b) > ($1, $2)`. */
function compareRows(keys: readonly PlacedKey[], orEqual: '' | '='): SQL {
  const list = (parts: readonly SQL[]) => sql`(${sql.join([...parts], sql`, `)})`;
  const operator = sql.raw(`${keys[0]?.direction === 'asc' ? '>' : '<'}${orEqual}`);
  return sql`${list(keys.map(({ column }) => sql`${column}`))} ${operator} ${list(keys.map(valueOf))}`;
}

/** The first key that differs decides, so there is one alternative for each key. */
function alternatives(keys: readonly PlacedKey[]): SQL {
  const each = keys.map((key, index) =>
    sql.join([...keys.slice(0, index).map(sameKey), pastKey(key)], sql` and `),
  );
  return sql`(${sql.join(
    each.map((alternative) => sql`(${alternative})`),
    sql` or `,
  )})`;
}

function sameKey(key: PlacedKey): SQL {
  return key.text === null ? sql`${key.column} is null` : sql`${key.column} = ${valueOf(key)}`;
}

function pastKey(key: PlacedKey): SQL {
  const { column, direction, isNullable, nulls, text } = key;
  if (text === null) return nulls === 'first' ? sql`${column} is not null` : sql`false`;
  const past = sql`${column} ${sql.raw(direction === 'asc' ? '>' : '<')} ${valueOf(key)}`;
  return isNullable && nulls === 'last' ? sql`(${past} or ${column} is null)` : past;
}

function valueOf({ text, type }: PlacedKey): SQL {
  return sql`${text}::${sql.raw(type)}`;
}

/** Names an order in its cursors, so that a cursor of another order is refused, even one of keys of the same types. */
export function nameOf<Row>(ordering: Ordering<Row>): string {
  return ordering
    .map(({ column, direction, type }) => `${is(column, Column) ? column.name : type} ${direction}`)
    .join();
}

function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Decodes a cursor; `fetchPage` checks whether it fits the list.
 * @throws AppError kind `badRequest` for a text that is not a cursor.
 */
export function decodeCursor(cursor: string): Position {
  let position: unknown;
  try {
    position = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw foreignCursor();
  }
  if (!Array.isArray(position) || !position.every(isKeyText)) throw foreignCursor();
  return position;
}

function isKeyText(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function foreignCursor() {
  return badRequest('That is not a cursor of this list in this order.');
}
