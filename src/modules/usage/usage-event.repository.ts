import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { Big, ZERO } from '../../core/decimal.js';
import type { UsageEvent } from '../../core/metering/usage-event.js';
import { fromCents } from '../../core/money.js';
import type { Period } from '../../core/period.js';
import type { Db } from '../../platform/db/database.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import { events } from './event.table.js';

/** An event as core takes it, with its place in the order of reception. */
export interface StoredUsageEvent extends UsageEvent {
  readonly sequence: bigint;
}

/** The events of one metric that a reading needs, half-open. */
export interface EventSlice {
  readonly metricId: string;
  readonly code: string;
  /** Null: from the first one on. */
  readonly from: Date | null;
  readonly to: Date;
}

/** What the usage of a window depends on: everything before its end when the metric is recurring. */
export function sliceOf({ id, code, recurring }: BillableMetric, { from, to }: Period): EventSlice {
  return { metricId: id, code, from: recurring ? null : from, to };
}

export interface UsageEventQuery {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
  /** One per metric. */
  readonly slices: readonly EventSlice[];
  /** What the amounts of single events are in. */
  readonly currency: string;
  /** Only events with smaller ids, which grow with real time; null: all. */
  readonly eventsBefore: string | null;
}

export const usageEventRepository = {
  /** The events of each metric by its id, in order: by timestamp, then by reception. All as of one moment. */
  async find(db: Db, query: UsageEventQuery): Promise<Map<string, StoredUsageEvent[]>> {
    const { organizationId, externalSubscriptionId, slices, currency, eventsBefore } = query;
    const byMetric = new Map<string, StoredUsageEvent[]>(slices.map(({ metricId }) => [metricId, []]));
    const wanted = sql`json_to_recordset(${JSON.stringify(slices)}::text::json)
      as slice ("metricId" text, code text, "from" timestamptz, "to" timestamptz)`;
    const rows = await db
      .select({
        metricId: sql<string>`slice."metricId"`,
        at: events.timestamp,
        properties: events.properties,
        amountCents: events.preciseTotalAmountCents,
        sequence: events.sequence,
      })
      .from(events)
      .innerJoin(
        wanted,
        and(
          eq(events.organizationId, organizationId),
          eq(events.externalSubscriptionId, externalSubscriptionId),
          sql`${events.code} = slice.code`,
          sql`${events.timestamp} >= coalesce(slice."from", '-infinity')`,
          sql`${events.timestamp} < slice."to"`,
          eventsBefore === null ? undefined : lt(events.id, eventsBefore),
        ),
      )
      .orderBy(asc(events.timestamp), asc(events.sequence));
    for (const { metricId, at, properties, amountCents, sequence } of rows) {
      const amount = amountCents === null ? ZERO : fromCents(new Big(amountCents), currency);
      byMetric.get(metricId)?.push({ at, properties, amount, sequence });
    }
    return byMetric;
  },
};
