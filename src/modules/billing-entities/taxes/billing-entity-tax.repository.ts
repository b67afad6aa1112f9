import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { billingEntities } from '../records/billing-entity.table.js';
import { billingEntityTaxes } from './billing-entity-tax.table.js';

export const billingEntityTaxRepository = {
  async attach(tx: Tx, row: typeof billingEntityTaxes.$inferInsert): Promise<void> {
    await tx.insert(billingEntityTaxes).values(row).onConflictDoNothing();
  },

  async detach(tx: Tx, row: typeof billingEntityTaxes.$inferInsert): Promise<void> {
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
