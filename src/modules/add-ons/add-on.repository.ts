import { asc, eq, or } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Tx } from '../../platform/db/database.js';
import { keptRows, recordsOf } from '../../platform/paging/records.js';
import { type AddOn, addOns } from './add-on.table.js';
import { addOnOrders } from './add-on.list.js';

const kept = keptRows(addOns);

export const addOnRepository = {
  ...recordsOf(addOns, {
    kept,
    code: addOns.code,
    orders: addOnOrders,
    search: [addOns.name, addOns.code],
  }),

  /** Locks an add-on to change or delete it. */
  async lock(tx: Tx, organizationId: string, id: string): Promise<AddOn | null> {
    const [addOn] = await tx
      .select()
      .from(addOns)
      .where(kept(organizationId, eq(addOns.id, id)))
      .for('no key update');
    return addOn ?? null;
  },

  /** Locks add-ons, by id or code, against change and deletion until the transaction ends. */
  lockForUse(
    tx: Tx,
    organizationId: string,
    { ids, codes }: { readonly ids: readonly string[]; readonly codes: readonly string[] },
  ): Promise<AddOn[]> {
    return tx
      .select()
      .from(addOns)
      .where(kept(organizationId, or(isOneOf(addOns.id, ids), isOneOf(addOns.code, codes))))
      .orderBy(asc(addOns.id))
      .for('share');
  },
};
