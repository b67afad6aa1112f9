import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { type Charge, charges } from '../plans/charge.table.js';
import { events } from '../usage/event.table.js';

export const billedUsageVerificationRepository = {
  /** Deleted ones too: what they billed stays. */
  findCharges(db: Db, organizationId: string, ids: readonly string[]): Promise<Charge[]> {
    return db
      .select()
      .from(charges)
      .where(and(eq(charges.organizationId, organizationId), inArray(charges.id, [...ids])));
  },

  /** The place of events in the order of reception, by transaction id. */
  async findSequences(
    db: Db,
    organizationId: string,
    event: { readonly externalSubscriptionId: string; readonly transactionIds: readonly string[] },
  ): Promise<Map<string, bigint>> {
    const rows = await db
      .select({ transactionId: events.transactionId, sequence: events.sequence })
      .from(events)
      .where(
        and(
          eq(events.organizationId, organizationId),
          eq(events.externalSubscriptionId, event.externalSubscriptionId),
          // The index on transaction ids holds their hash.
          inArray(
            sql`hashtextextended(${events.transactionId}, 0)`,
            event.transactionIds.map((id) => sql`hashtextextended(${id}, 0)`),
          ),
          inArray(events.transactionId, [...event.transactionIds]),
        ),
      );
    return new Map(rows.map(({ transactionId, sequence }) => [transactionId, sequence]));
  },
};
