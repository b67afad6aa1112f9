import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import type { ListQuery } from '../../platform/paging/page.js';
import { listsOf } from '../../platform/paging/lists.js';
import { recordsOf, tenantRows } from '../../platform/paging/records.js';
import type { TriggeredAlertFilter } from './alert.input.js';
import { triggeredAlertOrders } from './alert.list.js';
import { triggeredAlerts } from './triggered-alert.table.js';

const { alertName, alertCode, externalCustomerId, externalSubscriptionId } = triggeredAlerts;
const SEARCHED = [alertName, alertCode, externalCustomerId, externalSubscriptionId];

const ofOrganization = tenantRows(triggeredAlerts);

const lists = listsOf(triggeredAlerts, {
  kept: ofOrganization,
  orders: triggeredAlertOrders,
  search: SEARCHED,
  conditions: (_db, _organizationId, { filter }: ListQuery<TriggeredAlertFilter>) => [
    ifGiven(filter.alertId, (id) => isOneOf(triggeredAlerts.alertId, [id].filter(isUuid))),
    ifGiven(filter.walletId, (id) => isOneOf(triggeredAlerts.walletId, [id].filter(isUuid))),
    ifGiven(filter.externalSubscriptionId, (id) => eq(triggeredAlerts.externalSubscriptionId, id)),
    ifGiven(filter.alertType, (type) => eq(triggeredAlerts.alertType, type)),
  ],
});

export const triggeredAlertRepository = {
  ...recordsOf(triggeredAlerts, { kept: ofOrganization }),

  list: lists.list,

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(triggeredAlerts)
      .where(ofOrganization(organizationId, isOneOf(triggeredAlerts.customerId, customerIds)));
  },
};
