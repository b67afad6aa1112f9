import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { insertsOfDocuments } from '../db/statements/insert-documents.js';
import { queryRows } from '../db/statements/query-rows.js';
import { type ActivityLogEntry, activityLogEntries, outboxMessages } from './activity.table.js';
import type { MessageAddressing } from './addressing.js';

export type OutboxMessage = typeof outboxMessages.$inferSelect;

/** What a delivery needs of a message. */
const ADDRESSED = sql`
  returning id, organization_id, webhook_type, object_type, object_id, external_customer_id, created_at`;

const MESSAGE = sql.identifier('message');

export const activityRepository = {
  async insertEntries(tx: Tx, entries: readonly ActivityLogEntry[]): Promise<void> {
    for (const inserted of insertsOfDocuments(activityLogEntries, 'activityObject', entries))
      await tx.execute(inserted);
  },

  /** Inserts messages and their deliveries. */
  async insertMessages(
    tx: Tx,
    messages: readonly OutboxMessage[],
    addressing: MessageAddressing,
  ): Promise<void> {
    for (const inserted of insertsOfDocuments(outboxMessages, 'object', messages))
      await deliver(tx, sql`message as (${inserted} ${ADDRESSED})`, addressing);
  },

  /**
   * Inserts entries and their messages, which get the same ids. The database copies the objects of the entries, as they
   * are large. A message is about its object, which need not be the resource of the entry.
   */
  async insertEntriesWithMessages(
    tx: Tx,
    entries: readonly ActivityLogEntry[],
    { webhookType, objectType }: { readonly webhookType: string; readonly objectType: string },
    addressing: MessageAddressing,
  ): Promise<void> {
    for (const inserted of insertsOfDocuments(activityLogEntries, 'activityObject', entries)) {
      const messages = sql`
        entry as (${inserted} returning id, organization_id, resource_id, activity_object, external_customer_id,
            logged_at), message as (
          insert into ${outboxMessages}
            (id, organization_id, webhook_type, object_type, object_id, object, external_customer_id, created_at)
          select id, organization_id, ${webhookType}, ${objectType},
            coalesce((activity_object ->> 'svc_id')::uuid, resource_id), activity_object, external_customer_id, logged_at
          from entry ${ADDRESSED})`;
      await deliver(tx, messages, addressing);
    }
  },
};

/** Inserts the messages of the CTE `message`, and their deliveries. */
async function deliver(tx: Tx, messages: SQL, addressing: MessageAddressing): Promise<void> {
  const receivers = await queryRows<{ endpoint_id: string }>(
    tx,
    sql`with ${messages}, delivery as (${addressing.insertDeliveries(sql`${MESSAGE}`)} returning endpoint_id)
      select distinct endpoint_id from delivery`,
  );
  if (receivers.length > 0) addressing.announce(receivers.map(({ endpoint_id: id }) => id));
}
