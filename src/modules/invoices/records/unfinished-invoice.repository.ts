import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { billingPeriods, invoices } from './invoice.table.js';

/** Selects the invoices that wallets will pay when they become final: drafts, and those whose taxes are not known. */
export const isUnfinished = and(
  isOneOf(invoices.status, ['draft', 'pending', 'failed']),
  ne(invoices.invoiceType, 'one_off'),
);

/** The end of the usage that an invoice bills, in the column `at`; null if it bills none. To be joined to `invoices`. */
export function usageEndOfInvoice(db: Db) {
  return db
    .select({
      at: sql<Date | null>`max(${billingPeriods.chargesTo})`.mapWith(billingPeriods.chargesTo).as('at'),
    })
    .from(billingPeriods)
    .where(
      and(
        refersTo(billingPeriods.invoiceId, invoices),
        lt(billingPeriods.chargesFrom, billingPeriods.chargesTo),
      ),
    )
    .as('usage_end');
}

export const unfinishedInvoiceRepository = {
  /** The unfinished invoices of customers, with the end of the usage that each bills. */
  find: compiledQuery((db, organizationId: string, customerIds: readonly string[]) => {
    const usageEnd = usageEndOfInvoice(db);
    return db
      .select({ id: invoices.id, customerId: invoices.customerId, usageEnd: usageEnd.at })
      .from(invoices)
      .leftJoinLateral(usageEnd, sql`true`)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          isOneOf(invoices.customerId, customerIds),
          isUnfinished,
        ),
      );
  }),
};
