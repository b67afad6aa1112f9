import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, exactJson, id, instant, organizationId } from '../db/tables/columns.js';
import { enumChecks } from '../db/tables/enum-checks.js';

type JsonMap = Record<string, unknown>;

/** Business changes, written in the transaction that makes them. A trigger refuses changes of entries. Source: logs.md §2. */
export const activityLogEntries = pgTable(
  'activity_log_entries',
  {
    id: id(),
    organizationId: organizationId(),
    activityType: text('activity_type').notNull(),
    activitySource: text('activity_source', { enum: ['api', 'front', 'system'] }).notNull(),
    resourceId: uuid('resource_id').notNull(),
    resourceType: text('resource_type').notNull(),
    userEmail: text('user_email'),
    apiKeyId: uuid('api_key_id'),
    /** The REST representation after the change. */
    activityObject: jsonb('activity_object').$type<JsonMap>().notNull(),
    /** Top-level members that differ, as [before, after]; empty unless the activity is an update. */
    activityObjectChanges: jsonb('activity_object_changes')
      .$type<Record<string, [unknown, unknown]>>()
      .notNull(),
    externalCustomerId: text('external_customer_id'),
    externalSubscriptionId: text('external_subscription_id'),
    /** Wall-clock time, also for customers on a test clock. */
    loggedAt: instant('logged_at').notNull(),
  },
  (table) => [
    ...enumChecks(table),
    index('activity_log_entries_newest').on(table.organizationId, table.loggedAt),
    // The log of one customer, which is otherwise looked for in that of all.
    index('activity_log_entries_customer')
      .on(table.organizationId, table.externalCustomerId, table.loggedAt)
      .where(sql`${table.externalCustomerId} is not null`)
      .concurrently(),
  ],
);

export type ActivityLogEntry = typeof activityLogEntries.$inferSelect;

/** Messages for webhook endpoints, queued in the transaction that causes them. Source: webhooks.md §2. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: id(),
    organizationId: organizationId(),
    webhookType: text('webhook_type').notNull(),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    /** The REST representation when the message was queued. */
    object: exactJson('object').$type<JsonMap>().notNull(),
    /** The customer that it concerns; null for none, and in messages from before this column existed. */
    externalCustomerId: text('external_customer_id'),
    createdAt: createdAt(),
  },
  (table) => [index('outbox_messages_newest').on(table.organizationId, table.createdAt)],
);
