import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { events } from './event.table.js';
import { pendingEvents } from './pending-event.table.js';

/** An event that was taken in and is still to be billed. */
export interface PendingEvent {
  readonly id: string;
  /** Order of reception. */
  readonly sequence: bigint;
  readonly transactionId: string;
  readonly code: string;
  readonly timestamp: Date;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly preciseTotalAmountCents: string | null;
}

const ofSubscription = (organizationId: string, externalSubscriptionId: string) =>
  and(
    eq(pendingEvents.organizationId, organizationId),
    eq(pendingEvents.externalSubscriptionId, externalSubscriptionId),
  );

export const pendingEventRepository = {
  /** The first of a subscription in the order of reception. */
  find(
    db: Db,
    organizationId: string,
    { externalSubscriptionId, limit }: { externalSubscriptionId: string; limit: number },
  ): Promise<PendingEvent[]> {
    return db
      .select({
        id: events.id,
        sequence: pendingEvents.sequence,
        transactionId: events.transactionId,
        code: events.code,
        timestamp: events.timestamp,
        properties: events.properties,
        preciseTotalAmountCents: events.preciseTotalAmountCents,
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
      .where(ofSubscription(organizationId, externalSubscriptionId))
      .orderBy(asc(pendingEvents.sequence))
      .limit(limit);
  },

  async delete(
    tx: Tx,
    organizationId: string,
    { externalSubscriptionId, sequences }: { externalSubscriptionId: string; sequences: readonly bigint[] },
  ): Promise<void> {
    await tx
      .delete(pendingEvents)
      .where(
        and(
          ofSubscription(organizationId, externalSubscriptionId),
          inArray(pendingEvents.sequence, [...sequences]),
        ),
      );
  },
};
