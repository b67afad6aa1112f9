import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
import { type AddOn, addOns } from './add-on.table.js';
import { addOnOrders } from './add-on.list.js';

type Identity = { readonly id: string } | { readonly code: string };

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(addOns.organizationId, organizationId), isNull(addOns.deletedAt), ...conditions);

export const addOnRepository = {
  async find(db: Db, organizationId: string, by: Identity): Promise<AddOn | null> {
    const match = 'id' in by ? eq(addOns.id, by.id) : eq(addOns.code, by.code);
    const [addOn] = await db.select().from(addOns).where(kept(organizationId, match));
    return addOn ?? null;
  },

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

  /** Includes deleted add-ons. */
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<AddOn[]> {
    return db
      .select()
      .from(addOns)
      .where(and(eq(addOns.organizationId, organizationId), isOneOf(addOns.id, ids)));
  },

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<AddOn>> {
    return pageOfTable(db, addOns, {
      page,
      ordering: orderingOf(addOnOrders, page),
      where: kept(
        organizationId,
        ...comparisons(addOnOrders, filter),
        ifGiven(search, (term) => containsText([addOns.name, addOns.code], term)),
      ),
    });
  },

  async insert(tx: Tx, addOn: AddOn): Promise<void> {
    await tx.insert(addOns).values(addOn);
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<AddOn>): Promise<void> {
    await tx
      .update(addOns)
      .set(changes)
      .where(kept(organizationId, eq(addOns.id, id)));
  },
};
