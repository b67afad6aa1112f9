import { and, countDistinct, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db } from '../../../platform/db/database.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { isPlanOrCopyOf } from '../../plans/plan-or-copy.js';
import { plans } from '../../plans/plan.table.js';
import { fees } from './fees/fee.table.js';
import { billingPeriods, invoices } from './invoice.table.js';

interface DraftCount {
  readonly id: string;
  readonly drafts: number;
}

const drafts = countDistinct(invoices.id);
const isDraft = eq(invoices.status, 'draft');

export const draftCountsRepository = {
  /** Numbers of drafts that bill plans or own plans copied from them; plans without drafts are omitted. */
  ofPlans(db: Db, organizationId: string, planIds: readonly string[]): Promise<DraftCount[]> {
    const shown = alias(plans, 'shown');
    return db
      .select({ id: shown.id, drafts })
      .from(invoices)
      .innerJoin(billingPeriods, refersTo(billingPeriods.invoiceId, invoices))
      .innerJoin(plans, refersTo(billingPeriods.planId, plans))
      .innerJoin(shown, isPlanOrCopyOf(shown))
      .where(and(eq(invoices.organizationId, organizationId), isDraft, isOneOf(shown.id, planIds)))
      .groupBy(shown.id);
  },

  /** Numbers of drafts with fees of metrics; metrics without drafts are omitted. */
  async ofMetrics(db: Db, organizationId: string, metricIds: readonly string[]): Promise<DraftCount[]> {
    const found = await db
      .select({ id: fees.billableMetricId, drafts })
      .from(invoices)
      .innerJoin(fees, refersTo(fees.invoiceId, invoices))
      .where(
        and(eq(invoices.organizationId, organizationId), isDraft, isOneOf(fees.billableMetricId, metricIds)),
      )
      .groupBy(fees.billableMetricId);
    return found.flatMap(({ id, drafts: count }) => (id === null ? [] : { id, drafts: count }));
  },
};
