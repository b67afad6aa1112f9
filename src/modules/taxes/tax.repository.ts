import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { question } from '../../platform/db/writing/question.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
import { billingEntities } from '../organizations/billing-entities/billing-entity.table.js';
import { billingEntityTaxes, type Tax, taxes } from './tax.table.js';
import { taxOrders } from './tax.list.js';

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(taxes.organizationId, organizationId), isNull(taxes.deletedAt), ...conditions);

export const taxRepository = {
  async find(db: Db, organizationId: string, by: { id: string } | { code: string }): Promise<Tax | null> {
    const match = 'id' in by ? eq(taxes.id, by.id) : eq(taxes.code, by.code);
    const [tax] = await db.select().from(taxes).where(kept(organizationId, match));
    return tax ?? null;
  },

  /** Without deleted taxes. */
  findMany: question((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(taxes)
      .where(kept(organizationId, isOneOf(taxes.id, ids))),
  ),

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<Tax>> {
    const where = kept(
      organizationId,
      ...comparisons(taxOrders, filter),
      ifGiven(search, (term) => containsText([taxes.name, taxes.code], term)),
    );
    return pageOfTable(db, taxes, {
      page,
      ordering: orderingOf(taxOrders, page),
      where,
    });
  },

  findByCodes(db: Db, organizationId: string, codes: readonly string[]): Promise<Tax[]> {
    return db
      .select()
      .from(taxes)
      .where(kept(organizationId, isOneOf(taxes.code, codes)));
  },

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

  async insert(tx: Tx, tax: Tax): Promise<Tax> {
    await tx.insert(taxes).values(tax);
    return tax;
  },

  /** Inserts taxes, except those whose code another transaction has taken just now. */
  async insertIfFree(tx: Tx, rows: readonly Tax[]): Promise<void> {
    if (rows.length > 0)
      await tx
        .insert(taxes)
        .values([...rows])
        .onConflictDoNothing();
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<Tax>): Promise<void> {
    await tx
      .update(taxes)
      .set(changes)
      .where(kept(organizationId, eq(taxes.id, id)));
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
