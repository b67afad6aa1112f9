import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { parseDecimal } from '../../core/decimal.js';
import { parseInstant } from '../api/scalars.js';
import { cleanText } from '../clean-text.js';
import { isUuid } from '../db/ids.js';
import { badRequest } from '../errors/app-error.js';
import { Page, type PageRequest, type Position } from './page.js';

/** Whether a text can be read as an SQL type, so that a made-up cursor is refused before the database is. */
const FITS = {
  // As we print it: of the offsets that ISO allows, Postgres knows not all.
  timestamptz: (text: string) => text.endsWith('Z') && parseInstant(text) !== null,
  uuid: isUuid,
  text: (text: string) => cleanText(text) === text,
  date: (text: string) => text.length === 10 && parseInstant(text) !== null,
  numeric: (text: string) => parseDecimal(text) !== null,
} as const;

/** One key of a list's order. The last key of an order must be unique, so that the order is total. */
export interface OrderKey<Row> {
  readonly column: PgColumn | SQL;
  readonly direction: 'asc' | 'desc';
  /** SQL type of the key, for comparing a cursor's text with it. */
  readonly type: keyof typeof FITS;
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

/** A list of rows: which there are, and in which order. */
export interface List<Row> {
  readonly ordering: Ordering<Row>;
  readonly where: SQL | undefined;
}

interface ListQuery<Row> extends List<Row> {
  readonly rows: (slice: Slice) => PromiseLike<Row[]>;
  readonly count: (where: SQL | undefined) => Promise<number>;
}

/**
 * Runs a list query for one page.
 * @throws AppError kind `badRequest` for a cursor of another list.
 */
export async function fetchPage<Row>(request: PageRequest, query: ListQuery<Row>): Promise<Page<Row>> {
  const rows = await query.rows(sliceOf(request, query));
  return pageOf(request, query.ordering, rows, () => query.count(query.where));
}

/**
 * The rows to read for a page of a list: one more than the page holds, so that the reader knows whether others follow.
 * @throws AppError kind `badRequest` for a cursor of another list.
 */
export function sliceOf<Row>(request: PageRequest, { ordering, where }: List<Row>): Slice {
  const cursors =
    request.kind === 'page'
      ? []
      : [beyond(ordering, request.after, false), beyond(ordering, request.before, true)];
  return {
    where: and(where, ...cursors),
    orderBy: ordering.map((key) => orderBy(key, isBackward(request))),
    limit: request.size + 1,
    offset: request.kind === 'page' ? (request.page - 1) * request.size : 0,
  };
}

/** The page that the rows of its slice make. @param count counts the rows of the whole list. */
export function pageOf<Row>(
  request: PageRequest,
  ordering: Ordering<Row>,
  found: readonly Row[],
  count: () => PromiseLike<number>,
): Page<Row> {
  const backward = isBackward(request);
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
    count,
  );
}

function isBackward(request: PageRequest): boolean {
  return request.kind === 'cursor' && request.backward;
}

function orderBy<Row>({ column, direction }: OrderKey<Row>, reversed: boolean): SQL {
  const ascending = (direction === 'asc') !== reversed;
  return ascending
    ? sql`${column} asc nulls ${sql.raw(reversed ? 'first' : 'last')}`
    : sql`${column} desc nulls ${sql.raw(reversed ? 'first' : 'last')}`;
}

/** Rows strictly beyond a position: the first differing key decides, so one alternative per key. */
function beyond<Row>(ordering: Ordering<Row>, position: Position | null, reversed: boolean): SQL | undefined {
  if (position === null) return undefined;
  const fits = ordering.every(({ type }, index) => {
    const text = position[index];
    return text === null || (text !== undefined && FITS[type](text));
  });
  if (!fits || position.length !== ordering.length) throw foreignCursor();
  const alternatives = ordering.map((key, index) => {
    const equal = ordering.slice(0, index).map((earlier, at) => sameKey(earlier, position[at] ?? null));
    return sql`(${sql.join([...equal, pastKey(key, position[index] ?? null, reversed)], sql` and `)})`;
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

function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Reads a cursor's text; whether it fits a list is found by `fetchPage`.
 * @throws AppError kind `badRequest` when it is none of ours.
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
  return badRequest('That is not a cursor of this list.');
}
