import { and, asc, eq, sql } from 'drizzle-orm';
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

/** The events of one code that a reading needs, half-open. */
export interface EventSlice {
  readonly code: string;
  /** Null: from the first one on. */
  readonly from: Date | null;
  readonly to: Date;
}

/** What the usage of a window depends on: everything before its end when the metric is recurring. */
export function sliceOf({ code, recurring }: BillableMetric, { from, to }: Period): EventSlice {
  return { code, from: recurring ? null : from, to };
}

export interface UsageEventQuery {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
  /** Of codes that differ. */
  readonly slices: readonly EventSlice[];
  /** What the amounts of single events are in. */
  readonly currency: string;
}

export const usageEventRepository = {
  /** The events of each slice by code, in order: by timestamp, then by reception. All as of one moment. */
  async find(db: Db, query: UsageEventQuery): Promise<Map<string, StoredUsageEvent[]>> {
    const { organizationId, externalSubscriptionId, slices, currency } = query;
    const byCode = new Map<string, StoredUsageEvent[]>(slices.map(({ code }) => [code, []]));
    const wanted = sql`json_to_recordset(${JSON.stringify(slices)}::text::json)
      as slice (code text, "from" timestamptz, "to" timestamptz)`;
    const rows = await db
      .select({
        code: events.code,
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
        ),
      )
      .orderBy(asc(events.timestamp), asc(events.sequence));
    for (const { code, at, properties, amountCents, sequence } of rows) {
      const amount = amountCents === null ? ZERO : fromCents(new Big(amountCents), currency);
      byCode.get(code)?.push({ at, properties, amount, sequence });
    }
    return byCode;
  },
};
