import { and, asc, eq, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { splitForInsert } from '../../../platform/db/statements/split-for-insert.js';
import type { ListQuery } from '../../../platform/paging/page.js';
import { listsOf } from '../../../platform/paging/lists.js';
import { keptRows, recordsOf } from '../../../platform/paging/records.js';
import { type FixedCharge, fixedCharges, fixedChargeTaxes } from './fixed-charge.table.js';
import { fixedChargeOrders } from './fixed-charge.list.js';

const kept = keptRows(fixedCharges);

const lists = listsOf(fixedCharges, {
  kept,
  orders: fixedChargeOrders,
  search: [fixedCharges.code, fixedCharges.invoiceDisplayName],
});

export const fixedChargeRepository = {
  ...recordsOf(fixedCharges, { kept }),

  list: (db: Db, organizationId: string, planId: string, query: ListQuery) =>
    lists.list(db, organizationId, query, eq(fixedCharges.planId, planId)),

  /** The fixed charges of plans, in the order of each plan. */
  findByPlans: compiledQuery((db, organizationId: string, planIds: readonly string[]) =>
    db
      .select()
      .from(fixedCharges)
      .where(kept(organizationId, isOneOf(fixedCharges.planId, planIds)))
      .orderBy(asc(fixedCharges.planId), asc(fixedCharges.position)),
  ),

  async find(
    db: Db,
    organizationId: string,
    by: { readonly id: string } | { readonly planId: string; readonly code: string },
  ): Promise<FixedCharge | null> {
    const match =
      'id' in by
        ? eq(fixedCharges.id, by.id)
        : and(eq(fixedCharges.planId, by.planId), eq(fixedCharges.code, by.code));
    const [fixedCharge] = await db.select().from(fixedCharges).where(kept(organizationId, match));
    return fixedCharge ?? null;
  },

  /** Replaces the fixed charges of a plan. */
  async replace(
    tx: Tx,
    { organizationId, planId, at }: { organizationId: string; planId: string; at: Date },
    requested: readonly FixedCharge[],
  ): Promise<void> {
    // Deletes all fixed charges, then restores the requested ones, so that two of them can swap their codes.
    await tx
      .update(fixedCharges)
      .set({ deletedAt: at })
      .where(kept(organizationId, eq(fixedCharges.planId, planId)));
    await this.save(tx, requested);
  },

  /** Inserts or updates fixed charges. */
  async save(tx: Tx, rows: readonly FixedCharge[]): Promise<void> {
    for (const part of splitForInsert(rows)) {
      await tx
        .insert(fixedCharges)
        .values(part)
        .onConflictDoUpdate({
          target: fixedCharges.id,
          set: {
            code: sql`excluded.code`,
            invoiceDisplayName: sql`excluded.invoice_display_name`,
            chargeModel: sql`excluded.charge_model`,
            properties: sql`excluded.properties`,
            units: sql`excluded.units`,
            position: sql`excluded.position`,
            deletedAt: sql`excluded.deleted_at`,
            updatedAt: sql`excluded.updated_at`,
          },
        });
    }
  },

  /** Deletes the rows of the plans' fixed charges with their taxes, including soft-deleted ones. */
  async deleteForGood(tx: Tx, organizationId: string, planIds: readonly string[]): Promise<void> {
    const ofPlans = and(
      eq(fixedCharges.organizationId, organizationId),
      isOneOf(fixedCharges.planId, planIds),
    );
    const ids = tx.select({ id: fixedCharges.id }).from(fixedCharges).where(ofPlans);
    await tx
      .delete(fixedChargeTaxes)
      .where(
        and(
          eq(fixedChargeTaxes.organizationId, organizationId),
          isOneOf(fixedChargeTaxes.fixedChargeId, ids),
        ),
      );
    await tx.delete(fixedCharges).where(ofPlans);
  },

  async deleteByAddOn(tx: Tx, organizationId: string, addOnId: string, deletedAt: Date): Promise<void> {
    await tx
      .update(fixedCharges)
      .set({ deletedAt })
      .where(kept(organizationId, eq(fixedCharges.addOnId, addOnId)));
  },
};
