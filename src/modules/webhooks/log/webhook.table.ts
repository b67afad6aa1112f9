import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { webhookEndpoints } from '../endpoints/webhook-endpoint.table.js';

/**
 * The deliveries: one row per message and endpoint, which is both the queue and the log (docs/adr/0075). The message lies
 * in the outbox, without a foreign key, as it is deleted only when no delivery refers to it.
 */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    organizationId: organizationId(),
    endpointId: uuid('endpoint_id').notNull(),
    messageId: uuid('message_id').notNull(),
    webhookType: text('webhook_type').notNull(),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    /** The order in which messages about one object arose: those who change it have locked it. */
    position: bigint('position', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    status: text('status', { enum: ['pending', 'retrying', 'succeeded', 'failed'] }).notNull(),
    /** Of the last attempt; null without an answer. */
    httpStatus: integer('http_status'),
    /** All attempts so far. */
    attempts: integer('attempts').notNull().default(0),
    /** Those since it was queued, or queued again by hand. */
    seriesAttempts: integer('series_attempts').notNull().default(0),
    /** Null when it is done, and while it waits for an earlier message about the same object. */
    nextAttemptAt: instant('next_attempt_at'),
    lastAttemptAt: instant('last_attempt_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('webhooks', table),
    belongsTo(
      'webhooks_endpoint_fk',
      { organizationId: table.organizationId, reference: table.endpointId },
      webhookEndpoints,
    ),
    // The queues of all endpoints, each in the order in which its messages fall due.
    index('webhooks_queue')
      .on(table.endpointId, table.nextAttemptAt, table.position)
      .where(sql`${table.nextAttemptAt} is not null`),
    // What waits in line for one object.
    index('webhooks_line')
      .on(table.endpointId, table.objectId, table.position)
      .where(sql`${table.status} in ('pending', 'retrying')`),
    index('webhooks_log').on(table.organizationId, table.endpointId, table.updatedAt, table.id),
    // What is sent again by time.
    index('webhooks_failed')
      .on(table.endpointId, table.createdAt)
      .where(sql`${table.status} = 'failed'`),
    index('webhooks_message').on(table.organizationId, table.messageId),
  ],
);

export type Webhook = typeof webhooks.$inferSelect;

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    organizationId: organizationId(),
    webhookId: uuid('webhook_id').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    /** The URL of the endpoint at that time. */
    url: text('url').notNull(),
    httpStatus: integer('http_status'),
    /** The beginning of the body of the answer, or why there is none. */
    response: text('response').notNull(),
    startedAt: instant('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.webhookId, table.number] }),
    belongsTo(
      'webhook_attempts_webhook_fk',
      { organizationId: table.organizationId, reference: table.webhookId },
      webhooks,
    ),
  ],
);

/** An attempt without what was answered, which may be large. */
export type WebhookAttempt = Omit<typeof webhookAttempts.$inferSelect, 'response'>;
