import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { expectPresent } from '../../platform/expect-present.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { listsOf } from '../../platform/paging/lists.js';
import type { ListQuery } from '../../platform/paging/page.js';
import { tenantRows } from '../../platform/paging/records.js';
import type { IntegrationResourceFilter } from './integration-resource.input.js';
import { integrationResourceOrders } from './integration-resource.list.js';
import { type IntegrationResource, integrationResources } from './integration-resource.table.js';

const within = tenantRows(integrationResources);

const lists = listsOf(integrationResources, {
  kept: within,
  orders: integrationResourceOrders,
  search: [integrationResources.externalId, integrationResources.errorMessage],
  conditions: conditionsOf,
});

export const integrationResourceRepository = {
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
        target: [
          integrationResources.organizationId,
          integrationResources.resourceId,
          integrationResources.integrationId,
          integrationResources.resourceType,
        ],
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
