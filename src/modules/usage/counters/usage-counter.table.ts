import { type SQL, sql } from 'drizzle-orm';
import { bigint, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { decimal, instant, organizationId } from '../../../platform/db/tables/columns.js';
import type { Span } from './usage-span.js';

/** A hash that replaces dimensions in index keys, where long values would not fit. */
export const dimensionsKey = (dimensions: SQL): SQL =>
  sql`coalesce(md5(${dimensions}::text)::uuid, '00000000-0000-0000-0000-000000000000')`;

/**
 * Sums of the events of one metric and subscription in one UTC hour, day or month, separate for each combination of
 * values of the properties that charges filter or group by. Updated in the transaction that stores the events. An
 * event is added to one counter of each span that its metric keeps (docs/adr/0010).
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
    /** For a unique count, 0 if an event removed the item. */
    valueMin: decimal('value_min'),
    /** For a weighted sum, the sum of each value times its Unix milliseconds. */
    valueMoment: decimal('value_moment'),
    /**
     * The last event, for metrics that depend on it: Unix microseconds, reception order, value. Arrays compare element by
     * element, so the largest one is the last event.
     */
    latest: decimal('latest').array(),
    /** The sum of the prices that events carry, in cents. */
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
