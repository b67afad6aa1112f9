import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import type { Limits } from '../../../platform/limits.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { fetchPage, type Slice } from '../../../platform/paging/fetch-page.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import { requirePageWithin } from '../../../platform/paging/page-bytes.js';
import type { Page, PageRequest } from '../../../platform/paging/page.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import type { AttributedEvent } from './attributed-event.js';
import type { EventIdentity } from './event-key.js';
import { events } from './event.table.js';
import { eventOrders } from './event.list.js';

export interface EventQuery {
  readonly code: string | null;
  readonly externalSubscriptionId: string | null;
  readonly from: Date | null;
  /** Inclusive, to the millisecond that responses show. */
  readonly to: Date | null;
  /** Only events since the start of the active, or else the latest, subscription with `externalSubscriptionId`. */
  readonly fromStart: boolean;
  /** Of the transaction id. */
  readonly search: string | null;
  /** Holds the comparisons. */
  readonly filter: object;
}

/**
 * The subscription that an event belongs to: the one whose usage had started and that had not ended at the event's
 * millisecond. Of several the active one; or else the incomplete one, which covers the event if its payment succeeds; or
 * else the one that ended last.
 * Source: subscriptions.md §11, §12.
 */
export const attributed = sql`lateral (
  select ${subscriptions.id} as subscription_id, ${subscriptions.customerId} as customer_id,
    ${subscriptions.status} as status
  from ${subscriptions}
  where ${subscriptions.organizationId} = ${events.organizationId}
    and ${subscriptions.externalId} = ${events.externalSubscriptionId}
    and ${subscriptions.status} in ('active', 'incomplete', 'terminated')
    and ${subscriptions.usageFrom} <= date_trunc('milliseconds', ${events.timestamp})
    and (${subscriptions.terminatedAt} is null
      or ${subscriptions.terminatedAt} >= date_trunc('milliseconds', ${events.timestamp}))
  order by array_position(array['active', 'incomplete', 'terminated'], ${subscriptions.status}),
    ${subscriptions.terminatedAt} desc
  limit 1
) as attributed`;

const columns = {
  id: events.id,
  transactionId: events.transactionId,
  externalSubscriptionId: events.externalSubscriptionId,
  code: events.code,
  timestamp: events.timestamp,
  exactTimestamp: sql<string>`to_char(${events.timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  properties: events.properties,
  preciseTotalAmountCents: events.preciseTotalAmountCents,
  subscriptionId: sql<string | null>`attributed.subscription_id`,
  customerId: sql<string | null>`attributed.customer_id`,
  createdAt: events.createdAt,
};

const select = (db: Db) =>
  db
    .select(columns)
    .from(events)
    .leftJoin(attributed, sql`true`)
    .$dynamic();

export type PageLimits = Pick<Limits, 'eventBytes' | 'pageBytes'>;

/** Checks the size of a page before reading it, if its events could exceed the limit. */
async function requireReadable(db: Db, slice: Slice, limits: PageLimits): Promise<void> {
  if (slice.limit * limits.eventBytes <= limits.pageBytes) return;
  const page = db
    .select({ bytes: sql<number>`octet_length(${events.properties}::text)`.as('bytes') })
    .from(events)
    .where(slice.where)
    .orderBy(...slice.orderBy)
    .limit(slice.limit)
    .offset(slice.offset)
    .as('page');
  const rows = await db.select({ bytes: sql<string>`coalesce(sum(${page.bytes}), 0)` }).from(page);
  requirePageWithin(limits, Number(onlyRow(rows).bytes), 'The events of a page hold properties');
}

const startOf = (db: Db, organizationId: string, { externalSubscriptionId }: EventQuery) =>
  db
    .select({ startedAt: subscriptions.startedAt })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.organizationId, organizationId),
        eq(subscriptions.externalId, externalSubscriptionId ?? ''),
      ),
    )
    .orderBy(sql`${subscriptions.status} = 'active' desc, ${subscriptions.startedAt} desc nulls last`)
    .limit(1);

export const eventRepository = {
  /** The event received last, if events of several subscriptions share the transaction id. */
  async findByTransactionId(
    db: Db,
    organizationId: string,
    transactionId: string,
  ): Promise<AttributedEvent | null> {
    const [event] = await select(db)
      .where(and(eq(events.organizationId, organizationId), eq(events.transactionId, transactionId)))
      .orderBy(sql`${events.sequence} desc`)
      .limit(1);
    return event ?? null;
  },

  /** The stored events among these identities. */
  findByIdentities(
    db: Db,
    organizationId: string,
    identities: readonly EventIdentity[],
  ): Promise<AttributedEvent[]> {
    const requested = sql`json_to_recordset(${JSON.stringify(identities)}::text::json)
      as requested ("externalSubscriptionId" text, "transactionId" text)`;
    return select(db).innerJoin(
      requested,
      and(
        eq(events.organizationId, organizationId),
        eq(events.transactionId, sql`requested."transactionId"`),
        eq(events.externalSubscriptionId, sql`requested."externalSubscriptionId"`),
      ),
    );
  },

  /** @throws AppError `per_page: value_is_out_of_range` if the properties of the page take too many bytes. */
  list(
    db: Db,
    organizationId: string,
    query: EventQuery,
    { page, limits }: { readonly page: PageRequest; readonly limits: PageLimits },
  ): Promise<Page<AttributedEvent>> {
    const where = and(
      eq(events.organizationId, organizationId),
      ...comparisons(eventOrders, query.filter),
      ifGiven(query.code, (code) => eq(events.code, code)),
      // Other texts would have to be looked for in all events.
      ifGiven(query.search, (term) => eq(events.transactionId, term.trim())),
      ifGiven(query.externalSubscriptionId, (id) => eq(events.externalSubscriptionId, id)),
      ifGiven(query.from, (from) => gte(events.timestamp, from)),
      // `to` has milliseconds, timestamps have microseconds.
      ifGiven(query.to, (to) =>
        lt(events.timestamp, sql`${sql.param(to, events.timestamp)}::timestamptz + interval '1 ms'`),
      ),
      query.fromStart ? sql`${events.timestamp} >= (${startOf(db, organizationId, query)})` : undefined,
    );
    return fetchPage(page, {
      ordering: orderingOf(eventOrders, page),
      where,
      rows: async (slice) => {
        await requireReadable(db, slice, limits);
        return select(db)
          .where(slice.where)
          .orderBy(...slice.orderBy)
          .limit(slice.limit)
          .offset(slice.offset);
      },
      count: (condition) => db.$count(events, condition),
    });
  },
};
