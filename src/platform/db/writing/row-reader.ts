import { Column, getTableName, is, noopDecoder, SQL, Subquery } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Converts a row as the driver returns it, a list of values, to an object. */
export type RowReader = (values: readonly unknown[]) => Record<string, unknown>;

/** A selected column or expression. */
export interface SelectedField {
  /** Where the row has its value: `['customer', 'id']` or `['id']`. */
  readonly path: readonly string[];
  readonly field: PgColumn | SQL | SQL.Aliased | Subquery;
}

/** For each table of a query with joins, whether it has a row in each result. */
export type PresentTables = Readonly<Record<string, boolean>>;

type Decode = (value: unknown) => unknown;

interface Place {
  /** The member of the row whose object contains the value; null for the row itself. */
  readonly group: string | null;
  readonly key: string;
  /** Null for a value that stays as it is. */
  readonly decode: Decode | null;
}

/**
 * Prepares to read the rows of a query. The result equals that of drizzle, which determines the class of each column anew
 * for each row. @param present undefined for a query without joins.
 */
export function rowReader(fields: readonly SelectedField[], present: PresentTables | undefined): RowReader {
  const places = fields.map(({ path, field }): Place => {
    const [first = '', second] = path;
    const place = second === undefined ? { group: null, key: first } : { group: first, key: second };
    return { ...place, decode: decoderOf(field) };
  });
  const absent = groupsThatMayBeAbsent(fields, present);
  return (values) => {
    const row: Record<string, unknown> = {};
    places.forEach(({ group, key, decode }, index) => {
      const value = values[index];
      const target = group === null ? row : ((row[group] ??= {}) as Record<string, unknown>);
      target[key] = value === null || decode === null ? value : decode(value);
    });
    for (const { name, first } of absent) if (values[first] === null) row[name] = null;
    return row;
  };
}

function decoderOf(field: SelectedField['field']): Decode | null {
  if (field instanceof Column) {
    const isUnchanged = field.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return isUnchanged ? null : (value) => field.mapFromDriverValue(value);
  }
  const { decoder } = (is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql) as unknown as {
    readonly decoder: { readonly mapFromDriverValue: Decode };
  };
  return decoder === noopDecoder ? null : (value) => decoder.mapFromDriverValue(value);
}

/**
 * The objects of a row that are null if an outer join found no row: those with columns of one table only, which need not
 * have a row. Like drizzle, tells by the first of these columns whether the table has one.
 */
function groupsThatMayBeAbsent(
  fields: readonly SelectedField[],
  present: PresentTables | undefined,
): { readonly name: string; readonly first: number }[] {
  if (present === undefined) return [];
  const groups = new Map<string, { first: number; tables: Set<string> }>();
  fields.forEach(({ path: [name = '', ...rest], field }, index) => {
    if (rest.length !== 1 || !(field instanceof Column)) return;
    const group = groups.get(name) ?? { first: index, tables: new Set() };
    groups.set(name, { ...group, tables: group.tables.add(getTableName(field.table)) });
  });
  return [...groups].flatMap(
    ([
      name,
      {
        first,
        tables: [table = '', ...others],
      },
    ]) => (others.length > 0 || present[table] === true ? [] : [{ name, first }]),
  );
}
