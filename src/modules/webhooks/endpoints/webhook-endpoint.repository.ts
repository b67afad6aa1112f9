import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { keptRows, recordsOf } from '../../../platform/paging/records.js';
import { webhookEndpointOrders } from './webhook-endpoint.list.js';
import { type WebhookEndpoint, webhookEndpoints, webhookQueues } from './webhook-endpoint.table.js';

const kept = keptRows(webhookEndpoints);

export const webhookEndpointRepository = {
  ...recordsOf(webhookEndpoints, {
    kept,
    orders: webhookEndpointOrders,
    search: [webhookEndpoints.webhookUrl, webhookEndpoints.name],
  }),

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
