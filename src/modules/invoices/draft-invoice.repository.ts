import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { billingPeriods, type Invoice, invoices } from './invoice.table.js';

/** Whose drafts are looked for: a customer's, or those that bill a plan or subscriptions. */
export type DraftsOf =
  | { readonly customerId: string }
  | { readonly planId: string }
  | { readonly subscriptionIds: readonly string[] };

export const draftInvoiceRepository = {
  /** Oldest first. */
  find(db: Db, organizationId: string, of: DraftsOf): Promise<Invoice[]> {
    return db
      .select()
      .from(invoices)
      .where(
        and(eq(invoices.organizationId, organizationId), eq(invoices.status, 'draft'), conditionOf(db, of)),
      )
      .orderBy(invoices.id);
  },
};

function conditionOf(db: Db, of: DraftsOf) {
  if ('customerId' in of) return eq(invoices.customerId, of.customerId);
  const billed =
    'planId' in of
      ? eq(billingPeriods.planId, of.planId)
      : inArray(billingPeriods.subscriptionId, [...of.subscriptionIds]);
  return inArray(
    invoices.id,
    db
      .select({ id: billingPeriods.invoiceId })
      .from(billingPeriods)
      .where(and(eq(billingPeriods.organizationId, invoices.organizationId), billed)),
  );
}
