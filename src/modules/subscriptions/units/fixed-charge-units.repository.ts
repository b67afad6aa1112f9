import { and, asc, eq } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { type FixedChargeUnits, fixedChargeUnits } from '../records/fixed-charge-units.table.js';
import { subscriptionsOf } from '../records/subscriptions-of-customers.js';

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
          isOneOf(fixedChargeUnits.subscriptionId, subscriptionIds),
        ),
      )
      .orderBy(asc(fixedChargeUnits.id));
  },

  insert(tx: Tx, entries: readonly FixedChargeUnits[]): Promise<void> {
    return insertAll(tx, fixedChargeUnits, entries);
  },

  async deleteOfSubscription(tx: Tx, organizationId: string, subscriptionId: string): Promise<void> {
    await tx
      .delete(fixedChargeUnits)
      .where(
        and(
          eq(fixedChargeUnits.organizationId, organizationId),
          eq(fixedChargeUnits.subscriptionId, subscriptionId),
        ),
      );
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = subscriptionsOf(tx, organizationId, customerIds);
    await tx
      .delete(fixedChargeUnits)
      .where(
        and(
          eq(fixedChargeUnits.organizationId, organizationId),
          isOneOf(fixedChargeUnits.subscriptionId, ofCustomers),
        ),
      );
  },
};
