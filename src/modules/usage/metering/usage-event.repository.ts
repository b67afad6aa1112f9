import { and, eq, sql } from 'drizzle-orm';
import { Big, ZERO } from '../../../core/money/decimal.js';
import type { UsageEvent } from '../../../core/metering/usage-event.js';
import { fromCents } from '../../../core/money/money.js';
import type { Period } from '../../../core/time/period.js';
import type { Db } from '../../../platform/db/database.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import { events } from '../events/event.table.js';
import {
  type EventCutoff,
  isWithin,
  momentOf,
  momentOfStatement,
  type UsageMoment,
} from '../events/usage-moment.js';

/** An event for `core`, with its reception order. */
export interface StoredUsageEvent extends UsageEvent {
  readonly sequence: bigint;
}

/** The events of one metric that a reading needs, in a half-open period. */
export interface EventSlice {
  readonly metricId: string;
  readonly code: string;
  /** Null: from the first event on. */
  readonly from: Date | null;
  readonly to: Date;
  /** The properties that are needed; others may be omitted. */
  readonly keys: readonly string[];
}

/** The events that the usage of a window depends on: for a recurring metric, all before its end. */
export function sliceOf(
  { id, code, recurring }: BillableMetric,
  { from, to }: Period,
  keys: Iterable<string>,
): EventSlice {
  return { metricId: id, code, from: recurring ? null : from, to, keys: [...new Set(keys)] };
}

/** Properties up to this many bytes are read whole, since extracting single keys would cost more. */
const SMALL_PROPERTIES = 2_000;

/** Compares the stored size; properties that are stored compressed may be much larger. */
const propertiesRead = sql`case
  when pg_column_size(event.properties) <= ${sql.raw(String(SMALL_PROPERTIES))}
    and pg_column_compression(event.properties) is null
  then event.properties
  else coalesce(
    (select jsonb_object_agg(key, event.properties -> key) from unnest(slice.keys) as key where event.properties ? key),
    '{}'
  )
end`;

/** The result of one statement, so all of it is as of one moment. */
export interface EventReading {
  /** For each query, in order, the events by metric id, sorted by timestamp and reception order. */
  readonly events: readonly Map<string, StoredUsageEvent[]>[];
  readonly moment: UsageMoment;
}

/** The subscription and the slices whose events are read. */
export interface UsageEventQuery {
  readonly externalSubscriptionId: string;
  /** One per metric. */
  readonly slices: readonly EventSlice[];
  /** Currency of the amounts that events carry. */
  readonly currency: string;
}

export const usageEventRepository = {
  /** @param cutoff null: all events. */
  async find(
    db: Db,
    organizationId: string,
    queries: readonly UsageEventQuery[],
    cutoff: EventCutoff | null,
  ): Promise<EventReading> {
    const found = queries.map(
      ({ slices }) => new Map<string, StoredUsageEvent[]>(slices.map(({ metricId }) => [metricId, []])),
    );
    const requested = queries.flatMap(({ externalSubscriptionId, slices }, query) =>
      slices.map((slice) => ({ query, externalSubscriptionId, ...slice })),
    );
    const ofSlice = and(
      eq(events.organizationId, organizationId),
      sql`${events.externalSubscriptionId} = slice."externalSubscriptionId"`,
      sql`${events.code} = slice.code`,
      sql`${events.timestamp} >= coalesce(slice."from", '-infinity')`,
      sql`${events.timestamp} < slice."to"`,
      ifGiven(cutoff, isWithin),
    );
    const rows = await db
      .select({
        moment: momentOfStatement,
        isEvent: sql<boolean>`event.sequence is not null`,
        query: sql<number>`slice.query`,
        metricId: sql<string>`slice."metricId"`,
        at: sql`event."timestamp"`.mapWith(events.timestamp),
        properties: propertiesRead.mapWith(events.properties),
        amountCents: sql<string | null>`event.precise_total_amount_cents`,
        sequence: sql`event.sequence`.mapWith(events.sequence),
      })
      .from(
        sql`json_to_recordset(${JSON.stringify(requested)}::text::json) as slice (
          query int, "externalSubscriptionId" text, "metricId" text, code text, "from" timestamptz, "to" timestamptz,
          keys text[]
        )`,
      )
      // Each slice must be read by one index range scan: "offset 0" keeps the planner from choosing another join.
      .leftJoin(sql`lateral (select * from ${events} where ${ofSlice} offset 0) as event`, sql`true`)
      .orderBy(sql`event."timestamp"`, sql`event.sequence`);
    for (const { isEvent, query, metricId, at, properties, amountCents, sequence } of rows) {
      if (!isEvent) continue;
      const currency = queries[query]?.currency ?? '';
      const amount = amountCents === null ? ZERO : fromCents(new Big(amountCents), currency);
      found[query]?.get(metricId)?.push({ at, properties, amount, sequence });
    }
    return { events: found, moment: momentOf(rows) };
  },
};
