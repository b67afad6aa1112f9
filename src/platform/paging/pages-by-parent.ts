import { and, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { groupBy } from '../api/loader.js';
import type { Db } from '../db/database.js';
import { type List, pageOf, sliceOf } from './fetch-page.js';
import type { Page, PageRequest } from './page.js';

/** Records of one type, each of which has a list. */
export interface Parents<Type extends string> {
  readonly type: Type;
  readonly ids: readonly string[];
}

interface ParentsQuery<Row> extends List<Row> {
  /** Each parent's list is cut into the same page. */
  readonly page: PageRequest;
  readonly parentIds: readonly string[];
  /** The condition that holds for the rows of the parent with an id. */
  readonly belongsTo: (parentId: SQL) => SQL;
}

const PARENT_ID = sql<string>`parent.id`;

/**
 * One page of the rows of each parent, by the parent's id. One statement reads the pages of all parents; another one counts
 * the lists of all parents, as soon as somebody asks for a total (docs/adr/0040).
 * @throws AppError kind `badRequest` for a cursor of another list.
 */
export async function pagesByParent<Table extends PgTable>(
  db: Db,
  table: Table,
  { page, parentIds, belongsTo, ordering, where }: ParentsQuery<Table['$inferSelect']>,
): Promise<Map<string, Page<Table['$inferSelect']>>> {
  const parents = sql`unnest(${sql.param([...parentIds])}::uuid[]) as parent (id)`;
  const own = and(where, belongsTo(PARENT_ID));
  const slice = sliceOf(page, { ordering, where: own });
  const rows = db
    .select()
    .from(table as PgTable)
    .where(slice.where)
    .orderBy(...slice.orderBy)
    .limit(slice.limit)
    .offset(slice.offset)
    // With the name of the table, so that what selects and orders by its columns also does by those of the subquery.
    .as(getTableName(table));
  const found = await db
    .select({ parentId: PARENT_ID, row: getTableColumns(table as PgTable) })
    .from(parents)
    .crossJoinLateral(rows)
    .orderBy(...slice.orderBy);
  const rowsByParent = groupBy(found, ({ parentId }) => parentId);

  let totals: Promise<Map<string, number>> | undefined;
  const count = async (parentId: string) => {
    totals ??= countByParent();
    return (await totals).get(parentId) ?? 0;
  };
  const countByParent = async () => {
    const counted = await db.select({ parentId: PARENT_ID, total: db.$count(table, own) }).from(parents);
    return new Map(counted.map(({ parentId, total }) => [parentId, total]));
  };

  return new Map(
    parentIds.map((id) => {
      const own = (rowsByParent.get(id) ?? []).map(({ row }) => row);
      return [id, pageOf(page, ordering, own, () => count(id))];
    }),
  );
}
