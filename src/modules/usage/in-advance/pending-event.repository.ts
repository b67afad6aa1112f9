import { and, asc, eq, gt, gte, lt, max, sql } from 'drizzle-orm';
import type { Period } from '../../../core/time/period.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import { customers } from '../../customers/records/customer.table.js';
import { attributed } from '../events/event.repository.js';
import { events } from '../events/event.table.js';
import { pendingEvents } from './pending-event.table.js';

/** A stored event that is to be billed by itself. */
export interface PendingEvent {
  readonly id: string;
  /** Reception order. */
  readonly sequence: bigint;
  /** True if events received after it may have been billed before it. */
  readonly isOvertaken: boolean;
  readonly transactionId: string;
  readonly code: string;
  readonly timestamp: Date;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly preciseTotalAmountCents: string | null;
  /** The subscription that was active at the event's timestamp, and its customer; null if there was none. */
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
}

export interface PendingEventPage {
  readonly externalSubscriptionId: string;
  /** Only events with a higher reception order; 0n: all. */
  readonly after: bigint;
  readonly limit: number;
  /** Only events of this customer with a timestamp up to `until`, inclusive; null: all. */
  readonly of: { readonly customerId: string; readonly until: Date } | null;
}

/** Some pending events of one subscription. */
export interface PendingEventChoice {
  readonly externalSubscriptionId: string;
  readonly sequences: readonly bigint[];
}

const ofSubscription = (organizationId: string, externalSubscriptionId: string) =>
  and(
    eq(pendingEvents.organizationId, organizationId),
    eq(pendingEvents.externalSubscriptionId, externalSubscriptionId),
  );

const chosen = (organizationId: string, { externalSubscriptionId, sequences }: PendingEventChoice) =>
  and(ofSubscription(organizationId, externalSubscriptionId), isOneOf(pendingEvents.sequence, sequences));

export const pendingEventRepository = {
  /** A page of a subscription's pending events in reception order, without those of an incomplete subscription. */
  find(
    db: Db,
    organizationId: string,
    { externalSubscriptionId, after, limit, of }: PendingEventPage,
  ): Promise<PendingEvent[]> {
    return db
      .select({
        id: events.id,
        sequence: pendingEvents.sequence,
        isOvertaken: pendingEvents.isOvertaken,
        transactionId: events.transactionId,
        code: events.code,
        timestamp: events.timestamp,
        properties: events.properties,
        preciseTotalAmountCents: events.preciseTotalAmountCents,
        subscriptionId: sql<string | null>`attributed.subscription_id`,
        customerId: sql<string | null>`attributed.customer_id`,
      })
      .from(pendingEvents)
      .innerJoin(
        events,
        and(
          eq(events.organizationId, pendingEvents.organizationId),
          eq(events.externalSubscriptionId, pendingEvents.externalSubscriptionId),
          eq(events.code, pendingEvents.code),
          eq(events.timestamp, pendingEvents.timestamp),
          eq(events.id, pendingEvents.eventId),
        ),
      )
      .leftJoin(attributed, sql`true`)
      .where(
        and(
          ofSubscription(organizationId, externalSubscriptionId),
          gt(pendingEvents.sequence, after),
          // Their billing waits until the incomplete subscription becomes active or is canceled.
          sql`attributed.status is distinct from 'incomplete'`,
          of === null ? undefined : sql`attributed.customer_id = ${of.customerId}`,
          // `until` has milliseconds, timestamps have microseconds.
          of === null ? undefined : lt(pendingEvents.timestamp, new Date(of.until.getTime() + 1)),
        ),
      )
      .orderBy(asc(pendingEvents.sequence))
      .limit(limit);
  },

  /** The external subscription ids, of those given, that have pending events. */
  async findWaiting(
    db: Db,
    organizationId: string,
    externalSubscriptionIds: readonly string[],
  ): Promise<string[]> {
    const rows = await db
      .selectDistinct({ externalSubscriptionId: pendingEvents.externalSubscriptionId })
      .from(pendingEvents)
      .where(
        and(
          eq(pendingEvents.organizationId, organizationId),
          isOneOf(pendingEvents.externalSubscriptionId, externalSubscriptionIds),
        ),
      );
    return rows.map((row) => row.externalSubscriptionId);
  },

  /** The highest reception order of the pending events with a timestamp in the window; null if there are none. */
  async findLastWithin(
    db: Db,
    organizationId: string,
    {
      externalSubscriptionId,
      code,
      window,
    }: { externalSubscriptionId: string; code: string; window: Period },
  ): Promise<bigint | null> {
    const [row] = await db
      .select({ sequence: max(pendingEvents.sequence) })
      .from(pendingEvents)
      .where(
        and(
          ofSubscription(organizationId, externalSubscriptionId),
          eq(pendingEvents.code, code),
          gte(pendingEvents.timestamp, window.from),
          lt(pendingEvents.timestamp, window.to),
        ),
      );
    return row?.sequence ?? null;
  },

  async markOvertaken(tx: Tx, organizationId: string, which: PendingEventChoice): Promise<void> {
    await tx.update(pendingEvents).set({ isOvertaken: true }).where(chosen(organizationId, which));
  },

  /** The external ids of subscriptions on a test clock that have pending events. */
  async findOnClock(db: Db, organizationId: string, testClockId: string): Promise<string[]> {
    const rows = await db
      .selectDistinct({ externalSubscriptionId: pendingEvents.externalSubscriptionId })
      .from(pendingEvents)
      .innerJoin(
        subscriptions,
        and(
          eq(subscriptions.organizationId, pendingEvents.organizationId),
          eq(subscriptions.externalId, pendingEvents.externalSubscriptionId),
        ),
      )
      .innerJoin(customers, refersTo(subscriptions.customerId, customers))
      .where(and(eq(pendingEvents.organizationId, organizationId), eq(customers.testClockId, testClockId)))
      .orderBy(pendingEvents.externalSubscriptionId);
    return rows.map((row) => row.externalSubscriptionId);
  },

  /** Queues a job for each subscription with pending events; a job that is already queued keeps its place. */
  async queueBilling(tx: Tx): Promise<void> {
    await tx.execute(sql`
      select graphile_worker.add_jobs(array_agg((
        'bill_events',
        json_build_object('organizationId', organization_id, 'externalSubscriptionId', external_subscription_id),
        null, null, null,
        'bill_events:' || organization_id || ':' || external_subscription_id,
        null, null
      )::graphile_worker.job_spec order by organization_id, external_subscription_id), true)
      from (select distinct organization_id, external_subscription_id from ${pendingEvents}) as waiting
      having count(*) > 0`);
  },

  async delete(tx: Tx, organizationId: string, which: PendingEventChoice): Promise<void> {
    await tx.delete(pendingEvents).where(chosen(organizationId, which));
  },
};
