import { and, eq, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { insertAll } from '../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
import type { TriggeredAlertFilter } from './alert.input.js';
import { triggeredAlertOrders } from './alert.list.js';
import { type TriggeredAlert, triggeredAlerts } from './triggered-alert.table.js';

const { alertName, alertCode, externalCustomerId, externalSubscriptionId } = triggeredAlerts;
const SEARCHED = [alertName, alertCode, externalCustomerId, externalSubscriptionId];

const of = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(triggeredAlerts.organizationId, organizationId), ...conditions);

export const triggeredAlertRepository = {
  async find(db: Db, organizationId: string, id: string): Promise<TriggeredAlert | null> {
    const [triggered] = await db
      .select()
      .from(triggeredAlerts)
      .where(of(organizationId, eq(triggeredAlerts.id, id)));
    return triggered ?? null;
  },

  list(
    db: Db,
    organizationId: string,
    { filter, search, page }: ListQuery<TriggeredAlertFilter>,
  ): Promise<Page<TriggeredAlert>> {
    return pageOfTable(db, triggeredAlerts, {
      page,
      ordering: orderingOf(triggeredAlertOrders, page),
      where: of(
        organizationId,
        ...comparisons(triggeredAlertOrders, filter),
        ifGiven(filter.alertId, (id) => isOneOf(triggeredAlerts.alertId, [id].filter(isUuid))),
        ifGiven(filter.walletId, (id) => isOneOf(triggeredAlerts.walletId, [id].filter(isUuid))),
        ifGiven(filter.externalSubscriptionId, (id) => eq(triggeredAlerts.externalSubscriptionId, id)),
        ifGiven(filter.alertType, (type) => eq(triggeredAlerts.alertType, type)),
        ifGiven(search, (term) => containsText(SEARCHED, term)),
      ),
    });
  },

  insertAll(tx: Tx, triggered: readonly TriggeredAlert[]): Promise<void> {
    return insertAll(tx, triggeredAlerts, triggered);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(triggeredAlerts)
      .where(of(organizationId, isOneOf(triggeredAlerts.customerId, customerIds)));
  },
};
