import { and, eq, isNull, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { keptRows, recordsOf } from '../../platform/paging/records.js';
import { billingEntities } from '../organizations/billing-entities/billing-entity.table.js';
import { billingEntityTaxes, type Tax, taxes } from './tax.table.js';
import { taxOrders } from './tax.list.js';

const kept = keptRows(taxes);

export const taxRepository = {
  ...recordsOf(taxes, {
    kept,
    code: taxes.code,
    orders: taxOrders,
    search: [taxes.name, taxes.code],
  }),

  findByCodesInAnyCase(db: Db, organizationId: string, codes: readonly string[]): Promise<Tax[]> {
    return db
      .select()
      .from(taxes)
      .where(
        kept(
          organizationId,
          isOneOf(
            sql<string>`lower(${taxes.code})`,
            codes.map((code) => code.toLowerCase()),
          ),
        ),
      );
  },

  /** Inserts taxes, except those whose code another transaction has taken just now. */
  async insertIfFree(tx: Tx, rows: readonly Tax[]): Promise<void> {
    if (rows.length > 0)
      await tx
        .insert(taxes)
        .values([...rows])
        .onConflictDoNothing();
  },

  async attachToEntity(tx: Tx, row: typeof billingEntityTaxes.$inferInsert): Promise<void> {
    await tx.insert(billingEntityTaxes).values(row).onConflictDoNothing();
  },

  async detachFromEntity(tx: Tx, row: typeof billingEntityTaxes.$inferInsert): Promise<void> {
    await tx
      .delete(billingEntityTaxes)
      .where(
        and(
          eq(billingEntityTaxes.organizationId, row.organizationId),
          eq(billingEntityTaxes.billingEntityId, row.billingEntityId),
          eq(billingEntityTaxes.taxId, row.taxId),
        ),
      );
  },

  /** The billing entities that taxes are applied to, without archived ones: a row per tax and entity, sorted by entity code. */
  findApplications(db: Db, organizationId: string, taxIds: readonly string[]) {
    return db
      .select({
        taxId: billingEntityTaxes.taxId,
        entityCode: billingEntities.code,
        isDefault: billingEntities.isDefault,
      })
      .from(billingEntityTaxes)
      .innerJoin(billingEntities, refersTo(billingEntityTaxes.billingEntityId, billingEntities))
      .where(
        and(
          eq(billingEntityTaxes.organizationId, organizationId),
          isOneOf(billingEntityTaxes.taxId, taxIds),
          isNull(billingEntities.archivedAt),
        ),
      )
      .orderBy(billingEntities.code);
  },
};
