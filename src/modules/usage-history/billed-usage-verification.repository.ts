import { and, eq } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db } from '../../platform/db/database.js';
import { type Charge, charges } from '../plans/charges/charge.table.js';
import { events } from '../usage/events/event.table.js';

export const billedUsageVerificationRepository = {
  /** Includes deleted records, because their fees stay billed. */
  findCharges(db: Db, organizationId: string, ids: readonly string[]): Promise<Charge[]> {
    return db
      .select()
      .from(charges)
      .where(and(eq(charges.organizationId, organizationId), isOneOf(charges.id, ids)));
  },

  /** The sequence numbers of events, in order of reception, by transaction id. */
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
          isOneOf(events.transactionId, event.transactionIds),
        ),
      );
    return new Map(rows.map(({ transactionId, sequence }) => [transactionId, sequence]));
  },
};
