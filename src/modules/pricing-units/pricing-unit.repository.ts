import { and, eq } from 'drizzle-orm';
import { among } from '../../platform/db/among.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { fetchPage, type Ordering } from '../../platform/paging/fetch-page.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import { containsText } from '../../platform/paging/search.js';
import { type PricingUnit, pricingUnits } from './pricing-unit.table.js';

const NEWEST_FIRST: Ordering<PricingUnit> = [
  {
    column: pricingUnits.createdAt,
    direction: 'desc',
    type: 'timestamptz',
    value: (unit) => unit.createdAt.toISOString(),
  },
  { column: pricingUnits.id, direction: 'asc', type: 'uuid', value: (unit) => unit.id },
];

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
      .where(and(within(organizationId), among(pricingUnits.id, ids)));
  },

  findByCodes(db: Db, organizationId: string, codes: readonly string[]): Promise<PricingUnit[]> {
    return db
      .select()
      .from(pricingUnits)
      .where(and(within(organizationId), among(pricingUnits.code, codes)));
  },

  list(
    db: Db,
    organizationId: string,
    { search, page }: { search: string | null; page: PageRequest },
  ): Promise<Page<PricingUnit>> {
    const matching =
      search === null ? undefined : containsText([pricingUnits.name, pricingUnits.code], search);
    return fetchPage(page, {
      ordering: NEWEST_FIRST,
      where: and(within(organizationId), matching),
      rows: (slice) =>
        db
          .select()
          .from(pricingUnits)
          .where(slice.where)
          .orderBy(...slice.orderBy)
          .limit(slice.limit)
          .offset(slice.offset),
      count: (condition) => db.$count(pricingUnits, condition),
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
