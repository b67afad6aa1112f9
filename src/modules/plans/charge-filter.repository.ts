import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { type ChargeFilter, chargeFilters } from './charge-filter.table.js';

export const chargeFilterRepository = {
  /** The filters of charges that are not deleted, each charge's in their order. */
  findByCharges(db: Db, organizationId: string, chargeIds: readonly string[]): Promise<ChargeFilter[]> {
    return db
      .select()
      .from(chargeFilters)
      .where(
        and(
          eq(chargeFilters.organizationId, organizationId),
          inArray(chargeFilters.chargeId, [...chargeIds]),
          isNull(chargeFilters.deletedAt),
        ),
      )
      .orderBy(asc(chargeFilters.chargeId), asc(chargeFilters.position));
  },
};
