import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { compiledQuery } from '../../platform/db/writing/compiled-query.js';
import { expectPresent } from '../../platform/expect-present.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { listsOf } from '../../platform/paging/lists.js';
import type { ListQuery } from '../../platform/paging/page.js';
import { recordsOf, tenantRows } from '../../platform/paging/records.js';
import type { IntegrationResourceFilter } from './integration-resource.input.js';
import { integrationResourceOrders } from './integration-resource.list.js';
import { type IntegrationResource, integrationResources } from './integration-resource.table.js';
import type { SyncRecord } from './syncing/sync-record.job.js';

const within = tenantRows(integrationResources);

type NamedRecord = Pick<SyncRecord, 'recordId' | 'customerId'>;

/** What a job needs that sends a record. */
const NAMED = { recordId: integrationResources.id, customerId: integrationResources.customerId };

/** One record for each document at each connection. */
const RESOURCE_KEY = [
  integrationResources.organizationId,
  integrationResources.resourceId,
  integrationResources.integrationId,
  integrationResources.resourceType,
];

const lockById = compiledQuery((tx, organizationId: string, id: string) =>
  tx
    .select()
    .from(integrationResources)
    .where(within(organizationId, eq(integrationResources.id, id)))
    .for('no key update'),
);

const lists = listsOf(integrationResources, {
  kept: within,
  orders: integrationResourceOrders,
  search: [integrationResources.externalId, integrationResources.errorMessage],
  conditions: conditionsOf,
});

export const integrationResourceRepository = {
  ...recordsOf(integrationResources, { kept: within }),

  list: lists.list,

  /** A page of the records of each connection, by the connection's id. */
  listByIntegration: lists.listBy(integrationResources.integrationId),

  /** A page of the records about each document, customer or subscription, by its id. */
  listByResource: lists.listBy(integrationResources.resourceId),

  /** Inserts a record, or replaces the one of the same document at the same connection. @returns the stored row. */
  async put(tx: Tx, row: IntegrationResource): Promise<IntegrationResource> {
    const {
      customerId,
      status,
      externalId,
      externalUrl,
      errorCode,
      errorMessage,
      tries,
      syncedAt,
      updatedAt,
    } = row;
    const [stored] = await tx
      .insert(integrationResources)
      .values(row)
      .onConflictDoUpdate({
        target: RESOURCE_KEY,
        set: {
          customerId,
          status,
          externalId,
          externalUrl,
          errorCode,
          errorMessage,
          tries,
          syncedAt,
          updatedAt,
        },
      })
      .returning();
    return expectPresent(stored, 'the stored record');
  },

  /**
   * Inserts records that are to be sent, or asks for those of the same documents once more.
   * @param isResend true if the documents have not changed: one that the system has is sent again. A change that is not sent yet
   *   remains one. @returns the stored records.
   */
  async request(tx: Tx, rows: readonly IntegrationResource[], isResend: boolean): Promise<NamedRecord[]> {
    if (rows.length === 0) return [];
    const hasIt = sql`${integrationResources.syncedAt} is not null`;
    const isSent = sql`${integrationResources.status} in ('synced', 'voided')`;
    return tx
      .insert(integrationResources)
      .values([...rows])
      .onConflictDoUpdate({
        target: RESOURCE_KEY,
        set: {
          status: 'pending',
          requests: sql`${integrationResources.requests} + 1`,
          isResend: isResend ? sql`${hasIt} and (${isSent} or ${integrationResources.isResend})` : false,
          waitsFor: null,
          errorCode: null,
          errorMessage: null,
          updatedAt: sql`excluded.updated_at`,
        },
      })
      .returning(NAMED);
  },

  /** A record, which cannot be changed until the transaction ends; null if there is none. */
  async lock(tx: Tx, organizationId: string, id: string): Promise<IntegrationResource | null> {
    const [record] = await lockById(tx, organizationId, id);
    return record ?? null;
  },

  /**
   * Makes pending what waits for a record, or has failed because that one had.
   * @param statuses those of the records that are released. @returns the released records.
   */
  async release(
    tx: Tx,
    organizationId: string,
    awaitedId: string,
    { statuses, now }: { readonly statuses: readonly IntegrationResource['status'][]; readonly now: Date },
  ): Promise<NamedRecord[]> {
    const { waitsFor, status } = integrationResources;
    return tx
      .update(integrationResources)
      .set({ status: 'pending', waitsFor: null, calledUntil: null, updatedAt: now })
      .where(within(organizationId, eq(waitsFor, awaitedId), isOneOf(status, statuses)))
      .returning(NAMED);
  },

  /** The records of documents at connections. */
  findOf: compiledQuery((db, organizationId: string, resourceIds: readonly string[]) =>
    db
      .select()
      .from(integrationResources)
      .where(within(organizationId, isOneOf(integrationResources.resourceId, resourceIds))),
  ),

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(integrationResources)
      .where(within(organizationId, isOneOf(integrationResources.customerId, customerIds)));
  },
};

function conditionsOf(
  _db: Db,
  _organizationId: string,
  { filter }: ListQuery<IntegrationResourceFilter>,
): (SQL | undefined)[] {
  return [
    ifGiven(filter.integrationId, (id) =>
      isUuid(id) ? eq(integrationResources.integrationId, id) : sql`false`,
    ),
    ifGiven(filter.resourceType, (type) => eq(integrationResources.resourceType, type)),
    ifGiven(filter.status, (status) => eq(integrationResources.status, status)),
  ];
}
