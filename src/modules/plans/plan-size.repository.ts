import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { unionAll } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db } from '../../platform/db/database.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { chargeFilters } from './charges/filters/charge-filter.table.js';
import { charges } from './charges/charge.table.js';
import { fixedCharges } from './fixed-charges/fixed-charge.table.js';

/** Approximate size of a charge or filter as JSON, without the members that may be large. */
const ROW_BYTES = 500;

const bytesOf = (...texts: PgColumn[]) => {
  const lengths = texts.map((text) => sql`octet_length(${text}::text)`);
  return { bytes: sql<number>`${ROW_BYTES}::integer + ${sql.join(lengths, sql` + `)}`.as('bytes') };
};

export const planSizeRepository = {
  /** Approximate size of the charges, filters and fixed charges of plans as JSON, in bytes. */
  async bytesOf(db: Db, organizationId: string, planIds: readonly string[]): Promise<number> {
    const ofPlans = and(
      eq(charges.organizationId, organizationId),
      isOneOf(charges.planId, planIds),
      isNull(charges.deletedAt),
    );
    const parts = unionAll(
      db.select(bytesOf(charges.properties)).from(charges).where(ofPlans),
      db
        .select(bytesOf(chargeFilters.properties, chargeFilters.values))
        .from(chargeFilters)
        .innerJoin(charges, eq(charges.id, chargeFilters.chargeId))
        .where(
          and(ofPlans, eq(chargeFilters.organizationId, organizationId), isNull(chargeFilters.deletedAt)),
        ),
      db
        .select(bytesOf(fixedCharges.properties))
        .from(fixedCharges)
        .where(
          and(
            eq(fixedCharges.organizationId, organizationId),
            isOneOf(fixedCharges.planId, planIds),
            isNull(fixedCharges.deletedAt),
          ),
        ),
    ).as('parts');
    const rows = await db.select({ bytes: sql<string>`coalesce(sum(${parts.bytes}), 0)` }).from(parts);
    return Number(onlyRow(rows).bytes);
  },
};
