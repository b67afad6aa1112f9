import { sql } from 'drizzle-orm';
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

  /**
   * Inserts entries and their messages, which get the same ids. The database copies the objects of the entries, as they
   * are large. A message is about its object, which need not be the resource of the entry.
   */
  async insertEntriesWithMessages(
    tx: Tx,
    entries: readonly ActivityLogEntry[],
    { webhookType, objectType }: { readonly webhookType: string; readonly objectType: string },
  ): Promise<void> {
    for (const part of splitForInsert(entries)) {
      const inserted = tx.insert(activityLogEntries).values(part).returning().getSQL();
      await tx.execute(sql`
        with entry as (${inserted})
        insert into ${outboxMessages}
          (id, organization_id, webhook_type, object_type, object_id, object, created_at)
        select id, organization_id, ${webhookType}, ${objectType},
          coalesce((activity_object ->> 'svc_id')::uuid, resource_id), activity_object, logged_at
        from entry`);
    }
  },
};
