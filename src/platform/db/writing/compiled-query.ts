import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Db } from '../database.js';
import { PreparedQuery, rowsOf, senderOf } from './query-session.js';
import type { RowReader } from './row-reader.js';
import { DeferredValue, DeferredParameter } from './deferred-value.js';

/** A select statement of the query builder. */
interface Select<Row> extends PromiseLike<Row[]> {
  prepare(name: string): unknown;
}

/** Number of texts that a compiled query keeps: those of the shapes used last. */
const MAX_SHAPES = 50;

/**
 * Declares a read. Its text is written once in a process for each shape of its values, at the first use, and not by each
 * call. The shape is all but the texts, numbers, instants and lists in the values: which of them are null, true or false,
 * and which members objects have. Source: docs/adr/0055.
 *
 * @param select builds the statement. It may test the shape. It must not test texts, numbers, instants and lists, or iterate
 *   over lists: it gets deferred values for them, to compare columns with or to use as parameters in another way.
 * @returns a function that sends the query. The first use of a shape throws an Error if the text depends on more.
 */
export function compiledQuery<Values extends readonly unknown[], Row>(
  select: (db: Db, ...values: Values) => Select<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const written = new LRUCache<string, CompiledQuery>({ max: MAX_SHAPES });
  return async (db, ...values) => {
    const shape = values.map(shapeOf).join(';');
    let found = written.get(shape);
    if (found === undefined) {
      found = write(db, select, values);
      written.set(shape, found);
    }
    const rows = await rowsOf(senderOf(db), found.text, filled(found.parameters, values));
    return rows.map(found.read) as Row[];
  };
}

interface CompiledQuery {
  readonly text: string;
  readonly parameters: readonly unknown[];
  readonly read: RowReader;
}

function write<Values extends readonly unknown[]>(
  db: Db,
  select: (db: Db, ...values: Values) => Select<unknown>,
  values: Values,
): CompiledQuery {
  const deferred = values.map((value, index) => deferredFor(value, [index])) as unknown as Values;
  const prepared = prepare(select(db, ...deferred));
  const { sql: text, params: parameters } = prepared.written;
  const { sql: realText, params: realParameters } = prepare(select(db, ...values)).written;
  if (text !== realText || !isDeepStrictEqual(filled(parameters, values), realParameters)) {
    throw new Error(`The text of a compiled query depends on more than the shape of its values: ${realText}`);
  }
  return { text, parameters, read: prepared.reader() };
}

/** A text that is the same for all values of the same shape. */
function shapeOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (isRecord(value)) {
    return Object.keys(value).reduce((shape, key) => `${shape}${key}:${shapeOf(value[key])},`, '');
  }
  return '';
}

function deferredFor(value: unknown, path: readonly (number | string)[]): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (!isRecord(value)) return new DeferredValue(path);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, deferredFor(member, [...path, key])]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function prepare(select: Select<unknown>): PreparedQuery<never> {
  const prepared = select.prepare('');
  if (prepared instanceof PreparedQuery) return prepared as PreparedQuery<never>;
  throw new Error('A compiled query is a select statement of a query builder that `queryBuilder` has made.');
}

function filled(parameters: readonly unknown[], values: readonly unknown[]): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof DeferredParameter ? parameter.valueIn(values) : parameter,
  );
}
