import { and, eq } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
import { type PricingUnit, pricingUnits } from './pricing-unit.table.js';
import { pricingUnitOrders } from './pricing-unit.list.js';

const within = (organizationId: string) => eq(pricingUnits.organizationId, organizationId);

export const pricingUnitRepository = {
  async find(
    db: Db,
    organizationId: string,
    by: { id: string } | { code: string },
  ): Promise<PricingUnit | null> {
    const match = 'id' in by ? eq(pricingUnits.id, by.id) : eq(pricingUnits.code, by.code);
    const [unit] = await db
      .select()
      .from(pricingUnits)
      .where(and(within(organizationId), match));
    return unit ?? null;
  },

  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<PricingUnit[]> {
    return db
      .select()
      .from(pricingUnits)
      .where(and(within(organizationId), isOneOf(pricingUnits.id, ids)));
  },

  findByCodes(db: Db, organizationId: string, codes: readonly string[]): Promise<PricingUnit[]> {
    return db
      .select()
      .from(pricingUnits)
      .where(and(within(organizationId), isOneOf(pricingUnits.code, codes)));
  },

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<PricingUnit>> {
    return pageOfTable(db, pricingUnits, {
      page,
      ordering: orderingOf(pricingUnitOrders, page),
      where: and(
        within(organizationId),
        ...comparisons(pricingUnitOrders, filter),
        ifGiven(search, (term) => containsText([pricingUnits.name, pricingUnits.code], term)),
      ),
    });
  },

  async insert(tx: Tx, unit: PricingUnit): Promise<void> {
    await tx.insert(pricingUnits).values(unit);
  },

  async update(tx: Tx, { id, organizationId, ...changes }: PricingUnit): Promise<void> {
    await tx
      .update(pricingUnits)
      .set(changes)
      .where(and(within(organizationId), eq(pricingUnits.id, id)));
  },
};
