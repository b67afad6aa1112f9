import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { containsText } from '../../../platform/paging/search.js';
import { webhookEndpointOrders } from './webhook-endpoint.list.js';
import { type WebhookEndpoint, webhookEndpoints, webhookQueues } from './webhook-endpoint.table.js';

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(webhookEndpoints.organizationId, organizationId), isNull(webhookEndpoints.deletedAt), ...conditions);

export const webhookEndpointRepository = {
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<WebhookEndpoint[]> {
    return db
      .select()
      .from(webhookEndpoints)
      .where(kept(organizationId, isOneOf(webhookEndpoints.id, ids)));
  },

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<WebhookEndpoint>> {
    return pageOfTable(db, webhookEndpoints, {
      page,
      ordering: orderingOf(webhookEndpointOrders, page),
      where: kept(
        organizationId,
        ...comparisons(webhookEndpointOrders, filter),
        ifGiven(search, (term) => containsText([webhookEndpoints.webhookUrl, webhookEndpoints.name], term)),
      ),
    });
  },

  /** The endpoints of an organization, oldest first. */
  findOf(db: Db, organizationId: string): Promise<WebhookEndpoint[]> {
    return db
      .select()
      .from(webhookEndpoints)
      .where(kept(organizationId))
      .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id);
  },

  count(db: Db, organizationId: string): Promise<number> {
    return db.$count(webhookEndpoints, kept(organizationId));
  },

  async insert(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
    await tx.insert(webhookEndpoints).values(endpoint);
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<WebhookEndpoint>): Promise<void> {
    await tx
      .update(webhookEndpoints)
      .set(changes)
      .where(kept(organizationId, eq(webhookEndpoints.id, id)));
  },

  /** The endpoints that are only failing, with the time of the first failure; those that succeed are omitted. */
  findFailing(
    db: Db,
    organizationId: string,
    ids: readonly string[],
  ): Promise<{ endpointId: string; since: Date | null }[]> {
    return db
      .select({ endpointId: webhookQueues.endpointId, since: webhookQueues.failingSince })
      .from(webhookQueues)
      .where(
        and(
          eq(webhookQueues.organizationId, organizationId),
          isOneOf(webhookQueues.endpointId, ids),
          isNotNull(webhookQueues.failingSince),
        ),
      );
  },

  /** Deleted endpoints whose rows are still there, of all organizations. */
  findDeleted(db: Db): Promise<{ id: string; organizationId: string }[]> {
    return db
      .select({ id: webhookEndpoints.id, organizationId: webhookEndpoints.organizationId })
      .from(webhookEndpoints)
      .where(isNotNull(webhookEndpoints.deletedAt));
  },

  /** Every endpoint, of all organizations. */
  findAll(db: Db): Promise<{ id: string; organizationId: string }[]> {
    return db
      .select({ id: webhookEndpoints.id, organizationId: webhookEndpoints.organizationId })
      .from(webhookEndpoints);
  },

  /** Deletes the rows of a deleted endpoint whose log is empty. */
  async remove(tx: Tx, organizationId: string, id: string): Promise<void> {
    await tx
      .delete(webhookQueues)
      .where(and(eq(webhookQueues.organizationId, organizationId), eq(webhookQueues.endpointId, id)));
    await tx
      .delete(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.organizationId, organizationId),
          eq(webhookEndpoints.id, id),
          sql`${webhookEndpoints.deletedAt} is not null`,
        ),
      );
  },
};
