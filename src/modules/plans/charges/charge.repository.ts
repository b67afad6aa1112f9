import { and, asc, countDistinct, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { splitForInsert } from '../../../platform/db/statements/split-for-insert.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import type { ListQuery } from '../../../platform/paging/page.js';
import { containsText } from '../../../platform/paging/search.js';
import { listsOf } from '../../../platform/paging/lists.js';
import { keptRows, recordsOf } from '../../../platform/paging/records.js';
import { billableMetrics } from '../../billable-metrics/billable-metric.table.js';
import { chargeFilters } from './filters/charge-filter.table.js';
import { type Charge, charges, chargeTaxes } from './charge.table.js';
import { plans } from '../plan.table.js';
import { chargeOrders } from './charge.list.js';

const kept = keptRows(charges);

const lists = listsOf(charges, {
  kept,
  orders: chargeOrders,
  conditions: conditionsOf,
});

export const chargeRepository = {
  ...recordsOf(charges, { kept }),

  list: (db: Db, organizationId: string, planId: string, query: ListQuery) =>
    lists.list(db, organizationId, query, eq(charges.planId, planId)),

  /** A page of the charges of each plan, by the plan's id. */
  listByPlan: lists.listBy(charges.planId),

  async find(
    db: Db,
    organizationId: string,
    by: { readonly id: string } | { readonly planId: string; readonly code: string },
  ): Promise<Charge | null> {
    const named =
      'id' in by ? [eq(charges.id, by.id)] : [eq(charges.planId, by.planId), eq(charges.code, by.code)];
    const [charge] = await db
      .select()
      .from(charges)
      .where(kept(organizationId, ...named));
    return charge ?? null;
  },

  /** The charges of plans, in the order of each plan. */
  findByPlans: compiledQuery((db, organizationId: string, planIds: readonly string[]) =>
    db
      .select()
      .from(charges)
      .where(kept(organizationId, isOneOf(charges.planId, planIds)))
      .orderBy(asc(charges.planId), asc(charges.position)),
  ),

  /** True if a plan that is not deleted has a charge on the metric. */
  async existsOnMetric(db: Db, organizationId: string, billableMetricId: string): Promise<boolean> {
    const rows = await db
      .select({ id: charges.id })
      .from(charges)
      .innerJoin(plans, refersTo(charges.planId, plans))
      .where(kept(organizationId, eq(charges.billableMetricId, billableMetricId), isNull(plans.deletedAt)))
      .limit(1);
    return rows.length > 0;
  },

  /** The number of sold plans that charge each metric; metrics without any are omitted. */
  countPlansByMetric(
    db: Db,
    organizationId: string,
    metricIds: readonly string[],
  ): Promise<{ metricId: string; plans: number }[]> {
    return db
      .select({ metricId: charges.billableMetricId, plans: countDistinct(plans.id) })
      .from(charges)
      .innerJoin(plans, refersTo(charges.planId, plans))
      .where(
        kept(
          organizationId,
          isOneOf(charges.billableMetricId, metricIds),
          isNull(plans.deletedAt),
          isNull(plans.parentId),
        ),
      )
      .groupBy(charges.billableMetricId);
  },

  async deleteByMetric(
    tx: Tx,
    organizationId: string,
    billableMetricId: string,
    deletedAt: Date,
  ): Promise<void> {
    await tx
      .update(charges)
      .set({ deletedAt })
      .where(kept(organizationId, eq(charges.billableMetricId, billableMetricId)));
  },

  /** Replaces the charges of a plan. */
  async replace(
    tx: Tx,
    { organizationId, planId, at }: { organizationId: string; planId: string; at: Date },
    requested: readonly Charge[],
  ): Promise<void> {
    // Deletes all charges, then restores the requested ones, so that two charges can swap their codes.
    await tx
      .update(charges)
      .set({ deletedAt: at })
      .where(kept(organizationId, eq(charges.planId, planId)));
    await this.save(tx, requested);
  },

  /** Inserts or updates charges, deleted ones too. */
  async save(tx: Tx, rows: readonly Charge[]): Promise<void> {
    for (const part of splitForInsert(rows)) {
      await tx
        .insert(charges)
        .values(part)
        .onConflictDoUpdate({
          target: charges.id,
          set: {
            billableMetricId: sql`excluded.billable_metric_id`,
            code: sql`excluded.code`,
            invoiceDisplayName: sql`excluded.invoice_display_name`,
            chargeModel: sql`excluded.charge_model`,
            properties: sql`excluded.properties`,
            payInAdvance: sql`excluded.pay_in_advance`,
            invoiceable: sql`excluded.invoiceable`,
            regroupPaidFees: sql`excluded.regroup_paid_fees`,
            acceptsTargetWallet: sql`excluded.accepts_target_wallet`,
            prorated: sql`excluded.prorated`,
            minAmountCents: sql`excluded.min_amount_cents`,
            pricingUnitId: sql`excluded.pricing_unit_id`,
            conversionRate: sql`excluded.conversion_rate`,
            position: sql`excluded.position`,
            deletedAt: sql`excluded.deleted_at`,
            updatedAt: sql`excluded.updated_at`,
          },
        });
    }
  },

  /** Deletes the rows of the plans' charges with their filters and taxes, including soft-deleted ones. */
  async deleteForGood(tx: Tx, organizationId: string, planIds: readonly string[]): Promise<void> {
    const ofPlans = and(eq(charges.organizationId, organizationId), isOneOf(charges.planId, planIds));
    const ids = tx.select({ id: charges.id }).from(charges).where(ofPlans);
    await tx
      .delete(chargeTaxes)
      .where(and(eq(chargeTaxes.organizationId, organizationId), isOneOf(chargeTaxes.chargeId, ids)));
    await tx
      .delete(chargeFilters)
      .where(and(eq(chargeFilters.organizationId, organizationId), isOneOf(chargeFilters.chargeId, ids)));
    await tx.delete(charges).where(ofPlans);
  },

  async delete(tx: Tx, organizationId: string, id: string, deletedAt: Date): Promise<void> {
    await tx
      .update(charges)
      .set({ deletedAt })
      .where(kept(organizationId, eq(charges.id, id)));
  },
};

function conditionsOf(db: Db, organizationId: string, { search }: ListQuery): (SQL | undefined)[] {
  return [
    ifGiven(search, (term) =>
      or(
        containsText([charges.code, charges.invoiceDisplayName], term),
        isOneOf(
          charges.billableMetricId,
          db
            .select({ id: billableMetrics.id })
            .from(billableMetrics)
            .where(
              and(
                eq(billableMetrics.organizationId, organizationId),
                containsText([billableMetrics.code, billableMetrics.name], term),
              ),
            ),
        ),
      ),
    ),
  ];
}
