import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { listsOf } from '../../platform/paging/lists.js';
import { recordsOf, tenantRows } from '../../platform/paging/records.js';
import { subscriptions } from '../subscriptions/records/subscription.table.js';
import { subscriptionsOf } from '../subscriptions/records/subscriptions-of-customers.js';
import { wallets } from '../wallets/records/wallet.table.js';
import { alertOrders } from './alert.list.js';
import { type Alert, alerts } from './alert.table.js';

/** What an alert hangs on: the external id of subscriptions, or a wallet. */
export type AlertOwner = Pick<Alert, 'externalSubscriptionId' | 'walletId'>;

/** Subscriptions or wallets, by their ids. */
export interface AlertOwners {
  readonly type: 'subscription' | 'wallet';
  readonly ids: readonly string[];
}

const ofOrganization = tenantRows(alerts);

const lists = listsOf(alerts, {
  kept: ofOrganization,
  orders: alertOrders,
  search: [alerts.name, alerts.code],
});

const ofOwner = ({ externalSubscriptionId, walletId }: AlertOwner): SQL | undefined =>
  and(
    externalSubscriptionId === null ? undefined : eq(alerts.externalSubscriptionId, externalSubscriptionId),
    walletId === null ? undefined : eq(alerts.walletId, walletId),
  );

export const alertRepository = {
  ...recordsOf(alerts, { kept: ofOrganization }),

  /** A page of the alerts of a subscription or a wallet. */
  list: (db: Db, organizationId: string, owner: AlertOwner, query: ListQuery) =>
    lists.list(db, organizationId, query, ofOwner(owner)),

  /** Locks alerts until the transaction ends, so that their reviews follow each other. */
  lockMany(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Alert[]> {
    return tx
      .select()
      .from(alerts)
      .where(ofOrganization(organizationId, isOneOf(alerts.id, ids)))
      .orderBy(asc(alerts.id))
      .for('no key update');
  },

  async findNamed(db: Db, organizationId: string, owner: AlertOwner, code: string): Promise<Alert | null> {
    const [alert] = await db
      .select()
      .from(alerts)
      .where(ofOrganization(organizationId, ofOwner(owner), eq(alerts.code, code)));
    return alert ?? null;
  },

  findOf(db: Db, organizationId: string, owner: AlertOwner): Promise<Alert[]> {
    return db
      .select()
      .from(alerts)
      .where(ofOrganization(organizationId, ofOwner(owner)));
  },

  /** A page of the alerts of each subscription or wallet, by its id. */
  listByOwner(
    db: Db,
    organizationId: string,
    { type, ids }: AlertOwners,
    query: ListQuery,
  ): Promise<Map<string, Page<Alert>>> {
    const belongsTo = {
      subscription: (id: SQL) =>
        isOneOf(
          alerts.externalSubscriptionId,
          db
            .select({ externalId: subscriptions.externalId })
            .from(subscriptions)
            .where(and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.id, id))),
        ),
      wallet: (id: SQL) => eq(alerts.walletId, id),
    };
    return lists.listByOwner(db, organizationId, { ids, belongsTo: belongsTo[type] }, query);
  },

  /** @returns the ids of the deleted alerts. */
  delete(tx: Tx, organizationId: string, which: { id: string } | { metricId: string } | AlertOwner) {
    const condition =
      'id' in which
        ? eq(alerts.id, which.id)
        : 'metricId' in which
          ? eq(alerts.billableMetricId, which.metricId)
          : ofOwner(which);
    return tx.delete(alerts).where(ofOrganization(organizationId, condition)).returning({ id: alerts.id });
  },

  /**
   * Deletes the alerts of wallets of customers, and those on external ids that subscriptions of them have had.
   */
  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const owned = tx
      .select({ id: wallets.id })
      .from(wallets)
      .where(and(eq(wallets.organizationId, organizationId), isOneOf(wallets.customerId, customerIds)));
    await tx.delete(alerts).where(ofOrganization(organizationId, isOneOf(alerts.walletId, owned)));
    const named = tx
      .select({ externalId: subscriptions.externalId })
      .from(subscriptions)
      .where(isOneOf(subscriptions.id, subscriptionsOf(tx, organizationId, customerIds)));
    await tx
      .delete(alerts)
      .where(ofOrganization(organizationId, isOneOf(alerts.externalSubscriptionId, named)));
  },
};
