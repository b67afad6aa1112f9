import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { deleteExpiredEntries } from '../../platform/db/statements/delete-expired-entries.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { columnNames, jsonRows } from '../../platform/db/statements/json-rows.js';
import { anyOf, ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { type ShownLog, shownIn } from '../../platform/paging/shown-log.js';
import { containsText } from '../../platform/paging/search.js';
import { organizations } from '../organizations/records/organization.table.js';
import { SECURITY_EVENTS, typeOfEvent } from './security-event.js';
import type { SecurityLogFilter } from './security-log.input.js';
import { securityLogOrders } from './security-log.list.js';
import { type SecurityLogEntry, securityLogEntries } from './security-log.table.js';

const { id, logEvent, userEmail, userId, apiKeyId, loggedAt } = securityLogEntries;

export const securityLogRepository = {
  /** Inserts an entry, unless the organization has switched its security log off. */
  async insert(tx: Tx, entry: SecurityLogEntry): Promise<void> {
    const names = sql.join(columnNames(securityLogEntries), sql`, `);
    await tx.execute(sql`
      insert into ${securityLogEntries} (${names})
      select ${names} from ${jsonRows(securityLogEntries, [entry])}
      where exists (
        select from ${organizations}
        where ${eq(organizations.id, entry.organizationId)} and ${organizations.hasSecurityLog}
      )`);
  },

  findMany(db: Db, log: ShownLog, ids: readonly string[]): Promise<SecurityLogEntry[]> {
    return db
      .select()
      .from(securityLogEntries)
      .where(and(shownIn(securityLogEntries, log), isOneOf(id, ids)));
  },

  list(
    db: Db,
    log: ShownLog,
    { filter, search, page }: ListQuery<SecurityLogFilter>,
  ): Promise<Page<SecurityLogEntry>> {
    return pageOfTable(db, securityLogEntries, {
      page,
      ordering: orderingOf(securityLogOrders, page),
      where: and(
        shownIn(securityLogEntries, log),
        ...comparisons(securityLogOrders, filter),
        ...conditionsOf(filter),
        ifGiven(search, (term) => containsText([logEvent, userEmail], term)),
      ),
    });
  },

  /** @returns the number of deleted entries. */
  deleteOlder(db: Db, than: Date, atOnce: number): Promise<number> {
    const expiry = sql`
      select ${organizations.id} as organization_id, ${sql.param(than, loggedAt)}::timestamptz as expires_before
      from ${organizations}`;
    return deleteExpiredEntries(db, securityLogEntries, { expiry, atOnce });
  },
};

function conditionsOf({ fromDate, toDate, userIds, apiKeyIds, logTypes, logEvents }: SecurityLogFilter) {
  return [
    ifGiven(fromDate, ({ first }) => gte(loggedAt, first)),
    ifGiven(toDate, ({ last }) => lte(loggedAt, last)),
    ifGiven(userIds, (ids) => isOneOf(userId, ids.filter(isUuid))),
    ifGiven(apiKeyIds, (ids) => isOneOf(apiKeyId, ids.filter(isUuid))),
    ifGiven(logTypes, (types) =>
      anyOf(
        logEvent,
        SECURITY_EVENTS.filter((event) => types.includes(typeOfEvent(event))),
      ),
    ),
    anyOf(logEvent, logEvents),
  ];
}
