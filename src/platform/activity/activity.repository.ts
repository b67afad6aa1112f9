import { sql } from 'drizzle-orm';
import { isOneOf } from '../db/is-one-of.js';
import type { Tx } from '../db/database.js';
import { splitForInsert } from '../db/split-for-insert.js';
import { type ActivityLogEntry, activityLogEntries, outboxMessages } from './activity.table.js';

export type OutboxMessage = typeof outboxMessages.$inferSelect;

export const activityRepository = {
  async insertEntries(tx: Tx, entries: readonly ActivityLogEntry[]): Promise<void> {
    for (const part of splitForInsert(entries)) await tx.insert(activityLogEntries).values(part);
  },

  async insertMessages(tx: Tx, messages: readonly OutboxMessage[]): Promise<void> {
    for (const part of splitForInsert(messages)) await tx.insert(outboxMessages).values(part);
  },

  /** Inserts the messages of entries by copying their objects in the database, as they are large. Ids are the same. */
  async insertMessagesOf(
    tx: Tx,
    entries: readonly ActivityLogEntry[],
    { webhookType, objectType }: { readonly webhookType: string; readonly objectType: string },
  ): Promise<void> {
    if (entries.length === 0) return;
    const { id, organizationId, resourceId, activityObject, loggedAt } = activityLogEntries;
    const ids = entries.map((entry) => entry.id);
    await tx.execute(sql`
      insert into ${outboxMessages}
        (id, organization_id, webhook_type, object_type, object_id, object, created_at)
      select ${id}, ${organizationId}, ${webhookType}, ${objectType}, ${resourceId}, ${activityObject}, ${loggedAt}
      from ${activityLogEntries} where ${isOneOf(id, ids)}`);
  },
};
