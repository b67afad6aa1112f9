import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.js';
import { comparisons } from './comparisons.js';
import { ifGiven } from './filter-conditions.js';
import { type ListOrders, orderingOf } from './list-orders.js';
import type { Page, PageRequest } from './page.js';
import { pageOfTable } from './page-of-table.js';
import { pagesByParent } from './pages-by-parent.js';
import { containsText } from './search.js';

/** What a list needs to know of a query; `ListQuery` is one. */
export interface ListQueryOf {
  readonly filter: object;
  readonly search?: string | null;
  readonly page: PageRequest;
}

export interface ListsOptions<Row, Query> {
  /** The condition for rows that can be listed. */
  readonly kept: (organizationId: string, ...conditions: (SQL | undefined)[]) => SQL | undefined;
  readonly orders: ListOrders<Row>;
  /** The columns in which a searched text can be; none: `conditions` search. */
  readonly search?: readonly PgColumn[];
  /** Further conditions of a query, beside those on fields of `orders`. */
  readonly conditions?: (db: Db, organizationId: string, query: Query) => readonly (SQL | undefined)[];
}

/** Records that each have a list. @see pagesByParent */
interface Owners {
  readonly ids: readonly string[];
  readonly belongsTo: (ownerId: SQL) => SQL;
}

/** Lists of a table that take the same queries. */
export function listsOf<Table extends PgTable, Query extends ListQueryOf>(
  table: Table,
  { kept, orders, search, conditions }: ListsOptions<Table['$inferSelect'], Query>,
) {
  type Pages = Page<Table['$inferSelect']>;
  const select = (db: Db, organizationId: string, query: Query, owned?: SQL) => ({
    page: query.page,
    ordering: orderingOf(orders, query.page),
    where: kept(
      organizationId,
      owned,
      ...comparisons(orders, query.filter),
      ...(conditions?.(db, organizationId, query) ?? []),
      search && ifGiven(query.search, (term) => containsText(search, term)),
    ),
  });
  const listByOwner = (db: Db, organizationId: string, { ids, belongsTo }: Owners, query: Query) =>
    pagesByParent(db, table, { ...select(db, organizationId, query), parentIds: ids, belongsTo });
  return {
    /** Reads a page. @param owned restricts the list to rows of one owner. */
    list: (db: Db, organizationId: string, query: Query, owned?: SQL): Promise<Pages> =>
      pageOfTable(db, table, select(db, organizationId, query, owned)),

    /** Reads a page of the list of each owner, by the owner's id. */
    listByOwner,

    /** The same for owners that a column refers to. */
    listBy:
      (column: PgColumn) =>
      (db: Db, organizationId: string, ids: readonly string[], query: Query): Promise<Map<string, Pages>> =>
        listByOwner(db, organizationId, { ids, belongsTo: (ownerId) => eq(column, ownerId) }, query),
  };
}
