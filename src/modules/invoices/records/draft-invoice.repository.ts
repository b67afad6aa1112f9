import { and, desc, eq, exists, gt, gte, isNull, lt, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db } from '../../../platform/db/database.js';
import { lowestIdMsBefore } from '../../../platform/db/tables/ids.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { customers, customerTaxes } from '../../customers/records/customer.table.js';
import { minimumCommitments } from '../../plans/commitments/minimum-commitment.table.js';
import { plans } from '../../plans/plan.table.js';
import { isSoldAs } from '../../plans/plan-or-copy.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import { taxes } from '../../taxes/tax.table.js';
import { events } from '../../usage/events/event.table.js';
import { type DeletedOwner, isDeletedOwnerOf } from '../../subscriptions/records/subscriptions-of-deleted.js';
import { appliedTaxes, fees } from './fees/fee.table.js';
import { billingPeriods, type Invoice, invoices } from './invoice.table.js';

/** The record that drafts depend on: their customer, a billed plan, the item of a fee, a tax, or a billing entity. */
export type DraftsOf =
  | { readonly customerId: string }
  | { readonly planId: string }
  | { readonly metricId: string }
  | { readonly addOnId: string }
  | { readonly taxId: string }
  /** Drafts of customers who have the taxes of this entity, for lack of their own. */
  | { readonly billingEntityId: string };

/** The longest time between the creation of an event's id and its commit, including differences between machine clocks. */
const COMMITTED_WITHIN_MS = 60_000;

export const draftInvoiceRepository = {
  /** The drafts that depend on a record, oldest first. */
  find(db: Db, organizationId: string, of: DraftsOf): Promise<Invoice[]> {
    return db
      .select()
      .from(invoices)
      .where(
        and(eq(invoices.organizationId, organizationId), eq(invoices.status, 'draft'), conditionOf(db, of)),
      )
      .orderBy(invoices.id);
  },

  /**
   * Drafts, on a test clock or in real time, that may not count all events of their windows: some events were received
   * after the draft's last row was created, or so shortly before that they may have been committed after it.
   */
  findUsed(
    db: Db,
    testClockId: string | null,
  ): Promise<Pick<Invoice, 'id' | 'organizationId' | 'customerId'>[]> {
    const lastFee = db
      .select({ id: fees.id })
      .from(fees)
      .where(refersTo(fees.invoiceId, invoices))
      .orderBy(desc(fees.id))
      .limit(1);
    const lateEvent = db
      .select({ found: sql`1` })
      .from(billingPeriods)
      .innerJoin(
        subscriptions,
        and(refersTo(billingPeriods.subscriptionId, subscriptions), eq(subscriptions.status, 'active')),
      )
      .innerJoin(
        events,
        and(
          eq(events.organizationId, subscriptions.organizationId),
          eq(events.externalSubscriptionId, subscriptions.externalId),
          gte(events.timestamp, billingPeriods.chargesFrom),
          lt(events.timestamp, billingPeriods.chargesTo),
          gt(events.id, lowestIdMsBefore(sql`coalesce((${lastFee}), ${invoices.id})`, COMMITTED_WITHIN_MS)),
        ),
      )
      .where(refersTo(billingPeriods.invoiceId, invoices));
    return db
      .select({ id: invoices.id, organizationId: invoices.organizationId, customerId: invoices.customerId })
      .from(invoices)
      .innerJoin(customers, refersTo(invoices.customerId, customers))
      .where(
        and(
          eq(invoices.status, 'draft'),
          testClockId === null ? isNull(customers.testClockId) : eq(customers.testClockId, testClockId),
          exists(lateEvent),
        ),
      );
  },

  /**
   * Older drafts whose fees the given drafts count towards a minimum commitment: drafts of the same subscriptions on plans
   * with one. Oldest first, without the given drafts.
   */
  async findCounted(db: Db, organizationId: string, ids: readonly string[]): Promise<string[]> {
    const counting = alias(billingPeriods, 'counting');
    const found = await db
      .selectDistinct({ id: invoices.id })
      .from(counting)
      .innerJoin(subscriptions, refersTo(counting.subscriptionId, subscriptions))
      .innerJoin(
        minimumCommitments,
        and(
          eq(minimumCommitments.organizationId, subscriptions.organizationId),
          eq(minimumCommitments.planId, subscriptions.planId),
        ),
      )
      .innerJoin(
        billingPeriods,
        and(
          eq(billingPeriods.organizationId, counting.organizationId),
          eq(billingPeriods.subscriptionId, counting.subscriptionId),
          lt(billingPeriods.invoiceId, counting.invoiceId),
        ),
      )
      .innerJoin(invoices, refersTo(billingPeriods.invoiceId, invoices))
      .where(
        and(
          eq(counting.organizationId, organizationId),
          isOneOf(counting.invoiceId, ids),
          eq(invoices.status, 'draft'),
          not(isOneOf(invoices.id, ids)),
        ),
      )
      .orderBy(invoices.id);
    return found.map(({ id }) => id);
  },

  /** Drafts that bill a deleted record, oldest first. */
  findOfDeleted(
    db: Db,
    organizationId: string,
    of: DeletedOwner,
  ): Promise<Pick<Invoice, 'id' | 'customerId'>[]> {
    const sold = alias(plans, 'sold');
    return db
      .selectDistinct({ id: invoices.id, customerId: invoices.customerId })
      .from(invoices)
      .innerJoin(customers, refersTo(invoices.customerId, customers))
      .innerJoin(billingPeriods, refersTo(billingPeriods.invoiceId, invoices))
      .innerJoin(plans, refersTo(billingPeriods.planId, plans))
      .innerJoin(sold, isSoldAs(sold))
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          eq(invoices.status, 'draft'),
          isDeletedOwnerOf(of, { sold, customers }),
        ),
      )
      .orderBy(invoices.id);
  },
};

function conditionOf(db: Db, of: DraftsOf) {
  if ('customerId' in of) return eq(invoices.customerId, of.customerId);
  if ('planId' in of) {
    return exists(
      db
        .select({ found: sql`1` })
        .from(billingPeriods)
        .where(
          and(
            refersTo(billingPeriods.invoiceId, invoices),
            isOneOf(billingPeriods.planId, soldAs(db, of.planId)),
          ),
        ),
    );
  }
  if ('billingEntityId' in of) {
    const ownTax = db
      .select({ found: sql`1` })
      .from(customerTaxes)
      .innerJoin(taxes, and(refersTo(customerTaxes.taxId, taxes), isNull(taxes.deletedAt)))
      .where(refersTo(customerTaxes.customerId, customers));
    return exists(
      db
        .select({ found: sql`1` })
        .from(customers)
        .where(
          and(
            refersTo(invoices.customerId, customers),
            eq(customers.billingEntityId, of.billingEntityId),
            not(exists(ownTax)),
          ),
        ),
    );
  }
  if ('taxId' in of) {
    return exists(
      db
        .select({ found: sql`1` })
        .from(appliedTaxes)
        .where(and(refersTo(appliedTaxes.invoiceId, invoices), eq(appliedTaxes.taxId, of.taxId))),
    );
  }
  return exists(
    db
      .select({ found: sql`1` })
      .from(fees)
      .where(
        and(
          refersTo(fees.invoiceId, invoices),
          'metricId' in of ? eq(fees.billableMetricId, of.metricId) : eq(fees.addOnId, of.addOnId),
        ),
      ),
  );
}

/** The ids of a plan and of the own plans copied from it. */
function soldAs(db: Db, planId: string) {
  return db
    .select({ id: plans.id })
    .from(plans)
    .where(or(eq(plans.id, planId), eq(plans.parentId, planId)));
}
