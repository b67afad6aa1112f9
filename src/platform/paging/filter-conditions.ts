import { gte, lte, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isOneOf } from '../db/statements/is-one-of.js';

/** The condition of an optional filter; undefined if the filter was not sent. */
export function ifGiven<Value>(
  value: Value | null | undefined,
  condition: (value: Value) => SQL | undefined,
): SQL | undefined {
  return value === undefined || value === null ? undefined : condition(value);
}

/** The conditions of a filter with optional lower and upper bounds, both inclusive. */
export function inRange<Value>(
  column: PgColumn,
  from: Value | null | undefined,
  to: Value | null | undefined,
): (SQL | undefined)[] {
  return [ifGiven(from, (bound) => gte(column, bound)), ifGiven(to, (bound) => lte(column, bound))];
}

/** The condition of an optional filter that takes a list of accepted values. */
export function anyOf(column: PgColumn, values: readonly string[] | null | undefined): SQL | undefined {
  return ifGiven(values, (words) => isOneOf(column, words));
}
