import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { type PricingUnit, pricingUnits } from './pricing-unit.table.js';

export const pricingUnitRepository = {
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<PricingUnit[]> {
    return db
      .select()
      .from(pricingUnits)
      .where(and(eq(pricingUnits.organizationId, organizationId), inArray(pricingUnits.id, [...ids])));
  },

  findByCodes(db: Db, organizationId: string, codes: readonly string[]): Promise<PricingUnit[]> {
    return db
      .select()
      .from(pricingUnits)
      .where(and(eq(pricingUnits.organizationId, organizationId), inArray(pricingUnits.code, [...codes])));
  },
};
