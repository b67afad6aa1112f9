import { type SQL, sql } from 'drizzle-orm';
import { bigint, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { decimal, instant, organizationId } from '../../../platform/db/columns.js';
import type { Span } from './usage-span.js';

/** Stands for dimensions in keys, where values of any length would not fit. */
export const dimensionsKey = (dimensions: SQL): SQL =>
  sql`coalesce(md5(${dimensions}::text)::uuid, '00000000-0000-0000-0000-000000000000')`;

/**
 * What the events of one metric and subscription add up to in a span of UTC time, apart by the values of the
 * properties that charges look at; kept in the transaction that stores the events. An event is added to one counter
 * of each span that its metric keeps (docs/adr/0010).
 */
export const usageCounters = pgTable(
  'usage_counters',
  {
    organizationId: organizationId(),
    externalSubscriptionId: text('external_subscription_id').notNull(),
    billableMetricId: uuid('billable_metric_id').notNull(),
    span: text('span').$type<Span>().notNull(),
    startsAt: instant('starts_at').notNull(),
    /** The values of the metric's `dimension_keys`, then the item of a unique count; null when there are none. */
    dimensions: jsonb('dimensions').$type<(string | null)[]>(),
    dimensionsKey: uuid('dimensions_key')
      .notNull()
      .generatedAlwaysAs(dimensionsKey(sql`dimensions`)),
    eventsCount: bigint('events_count', { mode: 'bigint' }).notNull(),
    valueSum: decimal('value_sum'),
    valueMax: decimal('value_max'),
    /** Of a unique count 0 when an item was removed. */
    valueMin: decimal('value_min'),
    /** Of a weighted sum: each value times its Unix milliseconds. */
    valueMoment: decimal('value_moment'),
    /**
     * The last event where its value counts: Unix microseconds, order of reception, value. Arrays compare element by
     * element, so that the largest is the last.
     */
    latest: decimal('latest').array(),
    /** What the events themselves say they cost, in cents. */
    amountSum: decimal('amount_sum'),
  },
  (table) => [
    primaryKey({
      name: 'usage_counters_pk',
      columns: [
        table.organizationId,
        table.externalSubscriptionId,
        table.billableMetricId,
        table.span,
        table.startsAt,
        table.dimensionsKey,
      ],
    }),
  ],
);

export type UsageCounter = typeof usageCounters.$inferSelect;
