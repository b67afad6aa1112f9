import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { organizations } from '../../organizations/records/organization.table.js';

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    organizationId: organizationId(),
    webhookUrl: text('webhook_url').notNull(),
    signatureAlgo: text('signature_algo', { enum: ['jwt', 'hmac'] }).notNull(),
    name: text('name'),
    /** Null for all kinds of messages, also later ones. */
    eventTypes: text('event_types').array(),
    /** False: no messages about customers on test clocks; true: no others; null: both. */
    test: boolean('test'),
    /** Since then nothing is sent, and nothing of it is found; a job deletes its log and then the row. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('webhook_endpoints', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('webhook_endpoints_url')
      .on(table.organizationId, table.webhookUrl)
      .where(sql`${table.deletedAt} is null`),
    index('webhook_endpoints_newest').on(table.organizationId, table.createdAt),
  ],
);

export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

/**
 * Which process sends the messages of an endpoint; a row per endpoint that has been sent to. A table of its own, since the
 * transactions that address messages refer to the endpoints, and the lease changes all the time.
 */
export const webhookQueues = pgTable(
  'webhook_queues',
  {
    endpointId: uuid('endpoint_id').primaryKey(),
    organizationId: organizationId(),
    /** The process that sends; null if none does. */
    owner: uuid('owner'),
    /** When others may take over, by the clock of the database. */
    leasedUntil: instant('leased_until').notNull(),
    /** The first failed attempt since the last successful one; null if the last one succeeded. */
    failingSince: instant('failing_since'),
  },
  (table) => [
    belongsTo(
      'webhook_queues_endpoint_fk',
      { organizationId: table.organizationId, reference: table.endpointId },
      webhookEndpoints,
    ),
  ],
);
