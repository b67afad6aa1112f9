import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { columnNames, jsonRows } from './json-rows.js';

/** Characters of the documents in one statement: Postgres makes one value of them, of at most 256 MB. */
const STATEMENT_SIZE = 16_000_000;

/**
 * The statements that insert rows with a large JSON document each, without `returning`. The documents are a parameter of
 * their own, so that Postgres parses them once, and the text does not depend on the number of rows.
 * @param key the column of the documents.
 */
export function* insertsOfDocuments<Table extends PgTable>(
  table: Table,
  key: string & keyof Table['$inferSelect'],
  rows: readonly Table['$inferSelect'][],
): Generator<SQL> {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  const values = columns.map(([name, column]) => sql.identifier(name === key ? 'value' : column.name));
  for (const { part, documents } of partsOf(rows, key)) {
    const others = jsonRows(
      table,
      part.map((row) => ({ ...row, [key]: null })),
    );
    yield sql`
      insert into ${table} (${sql.join(columnNames(table), sql`, `)}) select ${sql.join(values, sql`, `)}
      from rows from (${others}, jsonb_array_elements(${`[${documents.join()}]`}::text::jsonb)) as inserted`;
  }
}

interface Part<Row> {
  readonly part: Row[];
  readonly documents: string[];
  size: number;
}

/** Rows and their documents, as many at a time as fit a statement. */
function* partsOf<Row extends Record<string, unknown>>(
  rows: readonly Row[],
  key: string & keyof Row,
): Generator<Part<Row>> {
  let current: Part<Row> = { part: [], documents: [], size: 0 };
  for (const row of rows) {
    const document = JSON.stringify(row[key]);
    if (current.size > 0 && current.size + document.length > STATEMENT_SIZE) {
      yield current;
      current = { part: [], documents: [], size: 0 };
    }
    current.part.push(row);
    current.documents.push(document);
    current.size += document.length;
  }
  if (current.size > 0) yield current;
}
