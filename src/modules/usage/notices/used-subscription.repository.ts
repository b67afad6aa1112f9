import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { usageWatches, usedSubscriptions } from './used-subscription.table.js';

/** A subscription with new events. */
export interface UsedSubscriptionRow {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
}

/** Which rows to take: those of a test clock, or of real time (null), of one organization or of all (null). */
export interface UsedSubscriptionChoice {
  readonly testClockId: string | null;
  readonly organizationId: string | null;
}

export const usedSubscriptionRepository = {
  async watch(tx: Tx, organizationId: string): Promise<void> {
    await tx.insert(usageWatches).values({ organizationId }).onConflictDoNothing();
  },

  async isAnyWatched(db: Db): Promise<boolean> {
    const found = await db.select().from(usageWatches).limit(1);
    return found.length > 0;
  },

  /** The organizations with rows of real time. */
  async organizationIds(db: Db): Promise<string[]> {
    const rows = await db
      .selectDistinct({ organizationId: usedSubscriptions.organizationId })
      .from(usedSubscriptions)
      .where(isNull(usedSubscriptions.testClockId));
    return rows.map(({ organizationId }) => organizationId);
  },

  /** Takes rows that no other transaction is taking. */
  async take(
    tx: Tx,
    { testClockId, organizationId }: UsedSubscriptionChoice,
    limit: number,
  ): Promise<UsedSubscriptionRow[]> {
    const taken = tx
      .select({ sequence: usedSubscriptions.sequence })
      .from(usedSubscriptions)
      .where(
        and(
          testClockId === null
            ? isNull(usedSubscriptions.testClockId)
            : eq(usedSubscriptions.testClockId, testClockId),
          organizationId === null ? undefined : eq(usedSubscriptions.organizationId, organizationId),
        ),
      )
      .limit(limit)
      .for('update', { skipLocked: true });
    return tx.delete(usedSubscriptions).where(isOneOf(usedSubscriptions.sequence, taken)).returning({
      organizationId: usedSubscriptions.organizationId,
      externalSubscriptionId: usedSubscriptions.externalSubscriptionId,
    });
  },

  async deleteOfClock(tx: Tx, testClockId: string): Promise<void> {
    await tx.delete(usedSubscriptions).where(eq(usedSubscriptions.testClockId, testClockId));
  },
};
