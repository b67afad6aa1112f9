import { and, eq, getTableColumns, gte, lte, sql } from 'drizzle-orm';
import { type ActivityLogEntry, activityLogEntries } from '../../platform/activity/activity.table.js';
import { deleteExpiredEntries } from '../../platform/db/statements/delete-expired-entries.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { anyOf, ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfColumns } from '../../platform/paging/page-of-table.js';
import { type ShownLog, shownIn } from '../../platform/paging/shown-log.js';
import { containsText } from '../../platform/paging/search.js';
import { organizations } from '../organizations/records/organization.table.js';
import type { ActivityLogFilter } from './activity-log.input.js';
import { activityLogOrders } from './activity-log.list.js';

const { activityObject, activityObjectChanges, ...entryColumns } = getTableColumns(activityLogEntries);
const { id, loggedAt } = entryColumns;

/** A log entry without its object, which may be large. */
export type ActivityLog = Omit<ActivityLogEntry, keyof ActivityLogObjects>;
export type ActivityLogObjects = Pick<ActivityLogEntry, 'activityObject' | 'activityObjectChanges'>;

const named = (organizationId: string, ids: readonly string[]) =>
  and(eq(entryColumns.organizationId, organizationId), isOneOf(id, ids));

export const activityLogRepository = {
  /** Deletes the oldest entries that are older than an instant. @returns their number. */
  deleteExpired(db: Db, before: Date, atOnce: number): Promise<number> {
    const expiry = sql`
      select ${organizations.id} as organization_id, ${sql.param(before, activityLogEntries.loggedAt)}::timestamptz as expires_before
      from ${organizations}`;
    return deleteExpiredEntries(db, activityLogEntries, { expiry, atOnce });
  },

  findMany(db: Db, log: ShownLog, ids: readonly string[]): Promise<ActivityLog[]> {
    return db
      .select(entryColumns)
      .from(activityLogEntries)
      .where(and(shownIn(entryColumns, log), isOneOf(id, ids)));
  },

  list(
    db: Db,
    log: ShownLog,
    { filter, search, page }: ListQuery<ActivityLogFilter>,
  ): Promise<Page<ActivityLog>> {
    return pageOfColumns<ActivityLog>(db, activityLogEntries, entryColumns, {
      page,
      ordering: orderingOf(activityLogOrders, page),
      where: and(shownIn(entryColumns, log), ...conditionsOf(filter, search)),
    });
  },

  /** The objects of entries. */
  findObjects(
    db: Db,
    organizationId: string,
    ids: readonly string[],
  ): Promise<(ActivityLogObjects & { id: string })[]> {
    return db
      .select({ id, activityObject, activityObjectChanges })
      .from(activityLogEntries)
      .where(named(organizationId, ids));
  },

  /** How many bytes those objects take as JSON. */
  async bytesOfObjects(db: Db, organizationId: string, ids: readonly string[]): Promise<number> {
    const bytes = sql`octet_length(${activityObject}::text) + octet_length(${activityObjectChanges}::text)`;
    const rows = await db
      .select({ bytes: sql<string>`coalesce(sum(${bytes}), 0)` })
      .from(activityLogEntries)
      .where(named(organizationId, ids));
    return Number(onlyRow(rows).bytes);
  },
};

/** Source: logs.md §1. */
function conditionsOf(filter: ActivityLogFilter, search: string | null) {
  const { activityType, activitySource, userEmail, resourceId, resourceType } = entryColumns;
  const { externalCustomerId, externalSubscriptionId } = entryColumns;
  return [
    ...comparisons(activityLogOrders, filter),
    ifGiven(search, (term) =>
      containsText([activityType, userEmail, externalCustomerId, externalSubscriptionId], term),
    ),
    ifGiven(filter.fromDate, ({ first }) => gte(loggedAt, first)),
    ifGiven(filter.toDate, ({ last }) => lte(loggedAt, last)),
    anyOf(activityType, filter.activityTypes),
    anyOf(activitySource, filter.activitySources),
    ifGiven(filter.userEmails, (emails) =>
      isOneOf(
        sql<string>`lower(${userEmail})`,
        emails.map((email) => email.toLowerCase()),
      ),
    ),
    ifGiven(filter.externalCustomerId, (named) => eq(externalCustomerId, named)),
    ifGiven(filter.externalSubscriptionId, (named) => eq(externalSubscriptionId, named)),
    ifGiven(filter.resourceIds, (ids) => isOneOf(resourceId, ids.filter(isUuid))),
    anyOf(resourceType, filter.resourceTypes),
  ];
}
