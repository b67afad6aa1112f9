import { getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.js';
import { fetchPage, type Ordering } from './fetch-page.js';
import type { Page, PageRequest } from './page.js';

interface TableQuery<Row> {
  readonly page: PageRequest;
  readonly ordering: Ordering<Row>;
  readonly where: SQL | undefined;
}

/**
 * Reads one page of the rows of a table that meet a condition.
 * @throws AppError kind `badRequest` for a cursor of another list.
 */
export function pageOfTable<Table extends PgTable>(
  db: Db,
  table: Table,
  query: TableQuery<Table['$inferSelect']>,
): Promise<Page<Table['$inferSelect']>> {
  const columns = getTableColumns(table) as Record<keyof Table['$inferSelect'] & string, PgColumn>;
  return pageOfColumns<Table['$inferSelect']>(db, table, columns, query);
}

/** The same with some of the columns, for rows with large members. @param columns by the names of the members of `Row`. */
export function pageOfColumns<Row>(
  db: Db,
  table: PgTable,
  columns: Readonly<Record<keyof Row & string, PgColumn>>,
  { page, ordering, where }: TableQuery<Row>,
): Promise<Page<Row>> {
  return fetchPage(page, {
    ordering,
    where,
    rows: async (slice) =>
      (await db
        .select(columns)
        .from(table)
        .where(slice.where)
        .orderBy(...slice.orderBy)
        .limit(slice.limit)
        .offset(slice.offset)) as Row[],
    count: (condition) => db.$count(table, condition),
  });
}
