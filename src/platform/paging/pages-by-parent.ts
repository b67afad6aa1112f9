import { and, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { groupBy } from '../collections/grouping.js';
import type { Db } from '../db/database.js';
import { type List, pageOf, sliceOf } from './fetch-page.js';
import type { Page, PageRequest } from './page.js';

/** Records of one type that each have a list. */
export interface Parents<Type extends string> {
  readonly type: Type;
  readonly ids: readonly string[];
}

interface ParentsQuery<Row> extends List<Row> {
  /** The page to read of each parent's list. */
  readonly page: PageRequest;
  readonly parentIds: readonly string[];
  /** The condition for the rows of a parent. */
  readonly belongsTo: (parentId: SQL) => SQL;
}

const PARENT_ID = sql<string>`parent.id`;

/**
 * Maximum rows per statement: they are decoded in one turn of the event loop, during which no other request is served.
 */
const ROWS_PER_STATEMENT = 2_500;

/**
 * Reads the same page of the list of each parent. One statement reads the pages of all parents, or of as many as stay
 * within `ROWS_PER_STATEMENT`. When the first total is requested, one more statement counts the lists of all parents
 * (docs/adr/0040).
 * @returns the pages by parent id.
 * @throws AppError kind `badRequest` for a cursor of another list.
 */
export async function pagesByParent<Table extends PgTable>(
  db: Db,
  table: Table,
  { page, parentIds, belongsTo, ordering, where }: ParentsQuery<Table['$inferSelect']>,
): Promise<Map<string, Page<Table['$inferSelect']>>> {
  const own = and(where, belongsTo(PARENT_ID));
  const slice = sliceOf(page, { ordering, where: own });
  const rows = db
    .select()
    .from(table as PgTable)
    .where(slice.where)
    .orderBy(...slice.orderBy)
    .limit(slice.limit)
    .offset(slice.offset)
    // The subquery has the name of the table, so that expressions over columns of the table also work on the subquery.
    .as(getTableName(table));
  const read = (ids: readonly string[]) =>
    db
      .select({ parentId: PARENT_ID, row: getTableColumns(table as PgTable) })
      .from(parentsWith(ids))
      .crossJoinLateral(rows)
      .orderBy(...slice.orderBy);
  const found: Awaited<ReturnType<typeof read>> = [];
  const atOnce = Math.max(1, Math.floor(ROWS_PER_STATEMENT / slice.limit));
  for (let from = 0; from < parentIds.length; from += atOnce)
    found.push(...(await read(parentIds.slice(from, from + atOnce))));
  const rowsByParent = groupBy(found, ({ parentId }) => parentId);

  let totals: Promise<Map<string, number>> | undefined;
  const count = async (parentId: string) => {
    totals ??= countByParent(db, table, own, parentIds);
    return (await totals).get(parentId) ?? 0;
  };
  return new Map(
    parentIds.map((id) => {
      const ofParent = (rowsByParent.get(id) ?? []).map(({ row }) => row);
      return [id, pageOf(page, ordering, ofParent, () => count(id))];
    }),
  );
}

async function countByParent(
  db: Db,
  table: PgTable,
  own: SQL | undefined,
  parentIds: readonly string[],
): Promise<Map<string, number>> {
  const counted = await db
    .select({ parentId: PARENT_ID, total: db.$count(table, own) })
    .from(parentsWith(parentIds));
  return new Map(counted.map(({ parentId, total }) => [parentId, total]));
}

function parentsWith(ids: readonly string[]): SQL {
  return sql`unnest(${sql.param([...ids])}::uuid[]) as parent (id)`;
}
