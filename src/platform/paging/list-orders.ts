import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { expectPresent } from '../expect-present.js';
import { type KeyType, type OrderKey, type Ordering, reverseOf } from './fetch-page.js';
import type { PageRequest } from './page.js';

/**
 * The orders of a list: the default one, and one for each field that callers can sort by. An index on the organization
 * and the keys of a field serves it in both directions (docs/adr/0060).
 */
export interface ListOrders<Row> {
  readonly standard: Ordering<Row>;
  /** By the name of the field in the API, in snake case. */
  readonly fields: Readonly<Record<string, Ordering<Row>>>;
}

/** The order of a page of a list. */
export function orderingOf<Row>(orders: ListOrders<Row>, { order }: PageRequest): Ordering<Row> {
  if (order === undefined) return orders.standard;
  const ordering = expectPresent(orders.fields[order.field], `the order by ${order.field}`);
  return ordering[0]?.direction === order.direction ? ordering : reverseOf(ordering);
}

const KEY_TYPES: Readonly<Record<string, KeyType>> = {
  'timestamp with time zone': 'timestamptz',
  bigint: 'bigint',
  date: 'date',
  numeric: 'numeric',
  text: 'text',
  uuid: 'uuid',
};

/** The ascending order of a table by some columns, then by id. */
export function ascending<Table extends PgTable & { readonly id: PgColumn }>(
  table: Table,
  ...names: (keyof Table['$inferSelect'] & string)[]
): Ordering<Table['$inferSelect']> {
  return [...names, 'id'].map((name) => keyOf(table, name));
}

function keyOf<Row>(table: PgTable, name: string): OrderKey<Row> {
  const column = expectPresent((getTableColumns(table) as Record<string, PgColumn>)[name], `column ${name}`);
  const type = expectPresent(KEY_TYPES[column.getSQLType()], `the key type of ${name}`);
  return {
    column,
    direction: 'asc',
    type,
    value: (row) => textOf(row[name as keyof Row]),
  };
}

function textOf(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? value.toString() : (value as string | null);
}
