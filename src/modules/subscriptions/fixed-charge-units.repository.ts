import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { inStatements } from '../../platform/db/statements.js';
import { type FixedChargeUnits, fixedChargeUnits } from './fixed-charge-units.table.js';
import { subscriptions } from './subscription.table.js';

export const fixedChargeUnitsRepository = {
  /** The quantities of subscriptions, in order of creation. */
  findBySubscriptions(
    db: Db,
    organizationId: string,
    subscriptionIds: readonly string[],
  ): Promise<FixedChargeUnits[]> {
    return db
      .select()
      .from(fixedChargeUnits)
      .where(
        and(
          eq(fixedChargeUnits.organizationId, organizationId),
          inArray(fixedChargeUnits.subscriptionId, [...subscriptionIds]),
        ),
      )
      .orderBy(asc(fixedChargeUnits.id));
  },

  async insert(tx: Tx, entries: readonly FixedChargeUnits[]): Promise<void> {
    for (const rows of inStatements(entries)) await tx.insert(fixedChargeUnits).values(rows);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          inArray(subscriptions.customerId, [...customerIds]),
        ),
      );
    await tx
      .delete(fixedChargeUnits)
      .where(
        and(
          eq(fixedChargeUnits.organizationId, organizationId),
          inArray(fixedChargeUnits.subscriptionId, ofCustomers),
        ),
      );
  },
};
