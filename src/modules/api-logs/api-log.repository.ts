import { and, desc, eq, getTableColumns, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { insertAll } from '../../platform/db/statements/insert-all.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { anyOf, ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfColumns } from '../../platform/paging/page-of-table.js';
import { type ShownLog, shownIn } from '../../platform/paging/shown-log.js';
import { containsText } from '../../platform/paging/search.js';
import { deleteExpiredEntries } from '../../platform/db/statements/delete-expired-entries.js';
import { organizations } from '../organizations/records/organization.table.js';
import type { ApiLogFilter } from './api-log.input.js';
import { apiLogOrders } from './api-log.list.js';
import type { ApiLogSelection, PathSelection, StatusSelection } from './api-log.selection.js';
import { type ApiLogEntry, apiLogEntries } from './api-log.table.js';

const { requestBody, requestResponse, ...entryColumns } = getTableColumns(apiLogEntries);
const { id, requestId, requestPath, httpStatus, loggedAt } = entryColumns;

/** An entry without the bodies, which may be large. */
export type ApiLog = Omit<ApiLogEntry, keyof ApiLogBodies>;
export type ApiLogBodies = Pick<ApiLogEntry, 'requestBody' | 'requestResponse'>;

const named = (organizationId: string, ids: readonly string[]) =>
  and(eq(entryColumns.organizationId, organizationId), isOneOf(id, ids));

export const apiLogRepository = {
  /** Inserts entries without waiting for the disk: a crash of Postgres may lose those of its last second. */
  async insert(tx: Tx, entries: readonly ApiLogEntry[]): Promise<void> {
    await tx.execute(sql`set local synchronous_commit = off`);
    await insertAll(tx, apiLogEntries, entries);
  },

  /** The newest entry of each of these requests. */
  findNewest(db: Db, log: ShownLog, requestIds: readonly string[]): Promise<ApiLog[]> {
    return db
      .selectDistinctOn([requestId], entryColumns)
      .from(apiLogEntries)
      .where(and(shownIn(entryColumns, log), isOneOf(requestId, requestIds)))
      .orderBy(requestId, desc(loggedAt), desc(id));
  },

  list(
    db: Db,
    log: ShownLog,
    { filter, search, page }: ListQuery<ApiLogFilter>,
    selection: ApiLogSelection,
  ): Promise<Page<ApiLog>> {
    return pageOfColumns<ApiLog>(db, apiLogEntries, entryColumns, {
      page,
      ordering: orderingOf(apiLogOrders, page),
      where: and(
        shownIn(entryColumns, log),
        ...comparisons(apiLogOrders, filter),
        ...conditionsOf(selection),
        ifGiven(search, (term) => containsText([requestPath, entryColumns.client], term)),
      ),
    });
  },

  findBodies(
    db: Db,
    organizationId: string,
    ids: readonly string[],
  ): Promise<(ApiLogBodies & { id: string })[]> {
    return db
      .select({ id, requestBody, requestResponse })
      .from(apiLogEntries)
      .where(named(organizationId, ids));
  },

  /** The sum of the sizes of the bodies of entries. */
  async bytesOfBodies(db: Db, organizationId: string, ids: readonly string[]): Promise<number> {
    const bytes = sql`coalesce(octet_length(${requestBody}), 0) + coalesce(octet_length(${requestResponse}), 0)`;
    const rows = await db
      .select({ bytes: sql<string>`coalesce(sum(${bytes}), 0)` })
      .from(apiLogEntries)
      .where(named(organizationId, ids));
    return Number(onlyRow(rows).bytes);
  },

  /** Deletes entries that are older than the audit period of their organization. @returns the number of deleted entries. */
  deleteExpired(db: Db, now: Date, atOnce: number): Promise<number> {
    const expiry = sql`
      select ${organizations.id} as organization_id,
        ${sql.param(now, loggedAt)}::timestamptz - make_interval(hours => 24 * ${organizations.auditPeriodDays}) as expires_before
      from ${organizations} where ${organizations.auditPeriodDays} is not null`;
    return deleteExpiredEntries(db, apiLogEntries, { expiry, atOnce });
  },
};

function conditionsOf({ from, to, methods, statuses, apiVersion, paths }: ApiLogSelection) {
  return [
    ifGiven(from, (first) => gte(loggedAt, first)),
    ifGiven(to, (last) => lte(loggedAt, last)),
    anyOf(entryColumns.httpMethod, methods),
    ifGiven(statuses, hasStatus),
    ifGiven(apiVersion, (version) => eq(entryColumns.apiVersion, version)),
    ifGiven(paths, hasPath),
  ];
}

const FIRST_FAILURE = 400;

function hasStatus({ exact, succeeded, failed }: StatusSelection): SQL | undefined {
  return or(
    isOneOf(httpStatus, exact),
    succeeded ? lt(httpStatus, FIRST_FAILURE) : undefined,
    failed ? gte(httpStatus, FIRST_FAILURE) : undefined,
  );
}

function hasPath({ exact, like }: PathSelection): SQL | undefined {
  return or(isOneOf(requestPath, exact), ...like.map((pattern) => sql`${requestPath} like ${pattern}`));
}
