import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { isOneOf } from '../../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../../platform/db/database.js';
import { compiledQuery } from '../../../../platform/db/writing/compiled-query.js';
import { splitForInsert } from '../../../../platform/db/statements/split-for-insert.js';
import { comparisons } from '../../../../platform/paging/comparisons.js';
import { orderingOf } from '../../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../../platform/paging/page.js';
import { pageOfTable } from '../../../../platform/paging/page-of-table.js';
import { keptRows, recordsOf } from '../../../../platform/paging/records.js';
import { type ChargeFilter, chargeFilters } from './charge-filter.table.js';
import { charges } from '../charge.table.js';
import { chargeFilterOrders } from './charge-filter.list.js';

const kept = keptRows(chargeFilters);

export const chargeFilterRepository = {
  ...recordsOf(chargeFilters, { kept }),

  /** The filters of charges, without deleted ones, in the order of each charge. */
  findByCharges: compiledQuery((db, organizationId: string, chargeIds: readonly string[]) =>
    db
      .select()
      .from(chargeFilters)
      .where(kept(organizationId, isOneOf(chargeFilters.chargeId, chargeIds)))
      .orderBy(asc(chargeFilters.chargeId), asc(chargeFilters.position)),
  ),

  list(
    db: Db,
    organizationId: string,
    chargeId: string,
    { filter, page }: ListQuery,
  ): Promise<Page<ChargeFilter>> {
    return pageOfTable(db, chargeFilters, {
      page,
      ordering: orderingOf(chargeFilterOrders, page),
      where: kept(
        organizationId,
        eq(chargeFilters.chargeId, chargeId),
        ...comparisons(chargeFilterOrders, filter),
      ),
    });
  },

  /** The filters of all charges on a metric, of all plans. */
  findByMetric(db: Db, organizationId: string, billableMetricId: string): Promise<ChargeFilter[]> {
    const charged = db
      .select({ id: charges.id })
      .from(charges)
      .where(
        and(
          eq(charges.organizationId, organizationId),
          eq(charges.billableMetricId, billableMetricId),
          isNull(charges.deletedAt),
        ),
      );
    return db
      .select()
      .from(chargeFilters)
      .where(kept(organizationId, isOneOf(chargeFilters.chargeId, charged)));
  },

  /** Replaces the filters of charges. */
  async replace(
    tx: Tx,
    { organizationId, chargeIds, at }: { organizationId: string; chargeIds: readonly string[]; at: Date },
    requested: readonly ChargeFilter[],
  ): Promise<void> {
    if (chargeIds.length === 0) return;
    await tx
      .update(chargeFilters)
      .set({ deletedAt: at })
      .where(kept(organizationId, isOneOf(chargeFilters.chargeId, chargeIds)));
    await this.save(tx, requested);
  },

  /** Inserts or updates filters. */
  async save(tx: Tx, filters: readonly ChargeFilter[]): Promise<void> {
    for (const part of splitForInsert(filters)) {
      await tx
        .insert(chargeFilters)
        .values(part)
        .onConflictDoUpdate({
          target: chargeFilters.id,
          set: {
            values: sql`excluded.values`,
            properties: sql`excluded.properties`,
            invoiceDisplayName: sql`excluded.invoice_display_name`,
            position: sql`excluded.position`,
            deletedAt: sql`excluded.deleted_at`,
            updatedAt: sql`excluded.updated_at`,
          },
        });
    }
  },
};
