import { Column, eq, gt, gte, is, isNotNull, isNull, lt, lte, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isOneOf } from '../db/statements/is-one-of.js';
import { ifGiven } from './filter-conditions.js';
import type { ListOrders } from './list-orders.js';
import { containsText } from './search.js';

/** The conditions of a filter on one field. All of them must hold; those that are absent or null are no condition. */
export interface Comparison<Value = unknown> {
  readonly eq?: Value | null;
  readonly in?: readonly Value[] | null;
  readonly gt?: Value | null;
  readonly gte?: Value | null;
  readonly lt?: Value | null;
  readonly lte?: Value | null;
  readonly contains?: string | null;
  readonly isNull?: boolean | null;
}

/** The name in a filter of a field that a list can be sorted by: `issuing_date` is compared as `issuingDate`. */
export function comparedName(field: string): string {
  return field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The column that is compared for each field of a list, by the name in its filter. */
export function comparedColumns<Row>({ fields }: ListOrders<Row>): [name: string, column: PgColumn][] {
  return Object.entries(fields).flatMap(([field, [first]]) =>
    first !== undefined && is(first.column, Column) ? [[comparedName(field), first.column]] : [],
  );
}

/** The conditions of a filter that compare the fields of a list (docs/adr/0061). */
export function comparisons<Row>(orders: ListOrders<Row>, filter: object): (SQL | undefined)[] {
  return comparedColumns(orders).flatMap(([name, column]) => {
    const comparison = (filter as Record<string, Comparison | null | undefined>)[name];
    return comparison === undefined || comparison === null ? [] : conditionsOf(column, comparison);
  });
}

function conditionsOf(column: PgColumn, comparison: Comparison): (SQL | undefined)[] {
  return [
    ifGiven(comparison.eq, (value) => eq(column, value)),
    ifGiven(comparison.in, (values) => isOneOf(column, values)),
    ifGiven(comparison.gt, (value) => gt(column, value)),
    ifGiven(comparison.gte, (value) => gte(column, value)),
    ifGiven(comparison.lt, (value) => lt(column, value)),
    ifGiven(comparison.lte, (value) => lte(column, value)),
    ifGiven(comparison.contains, (text) => containsText([column], text)),
    ifGiven(comparison.isNull, (missing) => (missing ? isNull(column) : isNotNull(column))),
  ];
}
