import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
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
  { page, ordering, where }: TableQuery<Table['$inferSelect']>,
): Promise<Page<Table['$inferSelect']>> {
  return fetchPage(page, {
    ordering,
    where,
    rows: (slice) =>
      db
        .select()
        .from(table as PgTable)
        .where(slice.where)
        .orderBy(...slice.orderBy)
        .limit(slice.limit)
        .offset(slice.offset),
    count: (condition) => db.$count(table, condition),
  });
}
