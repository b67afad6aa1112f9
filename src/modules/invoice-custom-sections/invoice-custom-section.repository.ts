import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { question } from '../../platform/db/writing/question.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
import { invoiceCustomSectionOrders } from './invoice-custom-section.list.js';
import { type InvoiceCustomSection, invoiceCustomSections } from './invoice-custom-section.table.js';

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(
    eq(invoiceCustomSections.organizationId, organizationId),
    isNull(invoiceCustomSections.deletedAt),
    ...conditions,
  );

export const invoiceCustomSectionRepository = {
  async find(
    db: Db,
    organizationId: string,
    by: { id: string } | { code: string },
  ): Promise<InvoiceCustomSection | null> {
    const match = 'id' in by ? eq(invoiceCustomSections.id, by.id) : eq(invoiceCustomSections.code, by.code);
    const [section] = await db.select().from(invoiceCustomSections).where(kept(organizationId, match));
    return section ?? null;
  },

  /** Without deleted sections. */
  findMany: question((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(invoiceCustomSections)
      .where(kept(organizationId, isOneOf(invoiceCustomSections.id, ids))),
  ),

  findByCodes(db: Db, organizationId: string, codes: readonly string[]): Promise<InvoiceCustomSection[]> {
    return db
      .select()
      .from(invoiceCustomSections)
      .where(kept(organizationId, isOneOf(invoiceCustomSections.code, codes)));
  },

  list(
    db: Db,
    organizationId: string,
    { filter, search, page }: ListQuery,
  ): Promise<Page<InvoiceCustomSection>> {
    return pageOfTable(db, invoiceCustomSections, {
      page,
      ordering: orderingOf(invoiceCustomSectionOrders, page),
      where: kept(
        organizationId,
        ...comparisons(invoiceCustomSectionOrders, filter),
        ifGiven(search, (term) =>
          containsText([invoiceCustomSections.name, invoiceCustomSections.code], term),
        ),
      ),
    });
  },

  async insert(tx: Tx, section: InvoiceCustomSection): Promise<void> {
    await tx.insert(invoiceCustomSections).values(section);
  },

  async update(tx: Tx, { id, organizationId, ...changes }: InvoiceCustomSection): Promise<void> {
    await tx
      .update(invoiceCustomSections)
      .set(changes)
      .where(kept(organizationId, eq(invoiceCustomSections.id, id)));
  },
};
