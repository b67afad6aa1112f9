import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/database.js';
import { customers } from '../customers/customer.table.js';
import { plans } from '../plans/plan.table.js';
import type { DeletedOwner } from '../subscriptions/deleted-owner.js';
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

  /** Drafts that bill what is deleted, oldest first. */
  findOfDeleted(
    db: Db,
    organizationId: string,
    of: DeletedOwner,
  ): Promise<Pick<Invoice, 'id' | 'customerId'>[]> {
    const sold = alias(plans, 'sold');
    return db
      .selectDistinct({ id: invoices.id, customerId: invoices.customerId })
      .from(invoices)
      .innerJoin(
        customers,
        and(eq(customers.organizationId, invoices.organizationId), eq(customers.id, invoices.customerId)),
      )
      .innerJoin(
        billingPeriods,
        and(
          eq(billingPeriods.organizationId, invoices.organizationId),
          eq(billingPeriods.invoiceId, invoices.id),
        ),
      )
      .innerJoin(
        plans,
        and(eq(plans.organizationId, billingPeriods.organizationId), eq(plans.id, billingPeriods.planId)),
      )
      .innerJoin(
        sold,
        and(
          eq(sold.organizationId, plans.organizationId),
          eq(sold.id, sql`coalesce(${plans.parentId}, ${plans.id})`),
        ),
      )
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          eq(invoices.status, 'draft'),
          or(eq(sold.pendingDeletion, true), isNotNull(customers.deletedAt)),
          'planId' in of ? eq(sold.id, of.planId) : undefined,
          'customerId' in of ? eq(customers.id, of.customerId) : undefined,
          'testClockId' in of ? eq(customers.testClockId, of.testClockId) : undefined,
        ),
      )
      .orderBy(invoices.id);
  },
};

function conditionOf(db: Db, of: DraftsOf) {
  if ('customerId' in of) return eq(invoices.customerId, of.customerId);
  const billed =
    'planId' in of
      ? inArray(billingPeriods.planId, soldAs(db, of.planId))
      : inArray(billingPeriods.subscriptionId, [...of.subscriptionIds]);
  return inArray(
    invoices.id,
    db
      .select({ id: billingPeriods.invoiceId })
      .from(billingPeriods)
      .where(and(eq(billingPeriods.organizationId, invoices.organizationId), billed)),
  );
}

/** The ids of a plan and of those that single subscriptions have made of it. */
function soldAs(db: Db, planId: string) {
  return db
    .select({ id: plans.id })
    .from(plans)
    .where(or(eq(plans.id, planId), eq(plans.parentId, planId)));
}
