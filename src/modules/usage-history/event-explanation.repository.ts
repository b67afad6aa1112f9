import { and, eq, gt, gte, lt, lte, ne, not, or } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db } from '../../platform/db/database.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { billingPeriods, USAGE_REASONS, invoices } from '../invoices/records/invoice.table.js';
import { subscriptions } from '../subscriptions/records/subscription.table.js';
import type { AttributedEvent } from '../usage/events/attributed-event.js';
import { events } from '../usage/events/event.table.js';
import { wasSeenAtAny } from '../usage/events/usage-moment.js';

export const eventExplanationRepository = {
  /** True if a subscription with the external id is or was active. */
  async isSubscriptionKnown(db: Db, organizationId: string, externalId: string): Promise<boolean> {
    const found = await db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          eq(subscriptions.externalId, externalId),
          isOneOf(subscriptions.status, ['active', 'incomplete', 'terminated']),
        ),
      )
      .limit(1);
    return found.length > 0;
  },

  /**
   * True if a final invoice billed the event's period from usage that was read before the event was stored. For invoices
   * without usage moments, ids decide: they grow with real time, whatever a test clock shows.
   */
  async isLate(
    db: Db,
    organizationId: string,
    subscriptionId: string,
    { id, transactionId, timestamp }: Pick<AttributedEvent, 'id' | 'transactionId' | 'timestamp'>,
  ): Promise<boolean> {
    const found = await db
      .select({ id: invoices.id })
      .from(billingPeriods)
      .innerJoin(invoices, refersTo(billingPeriods.invoiceId, invoices))
      .innerJoin(
        events,
        and(eq(events.organizationId, organizationId), eq(events.transactionId, transactionId)),
      )
      .where(
        and(
          eq(events.id, id),
          eq(billingPeriods.organizationId, organizationId),
          eq(billingPeriods.subscriptionId, subscriptionId),
          isOneOf(billingPeriods.invoicingReason, USAGE_REASONS),
          lte(billingPeriods.chargesFrom, timestamp),
          // A closing invoice also bills the usage between its window and the end (periods.md §11).
          or(
            gt(billingPeriods.chargesTo, timestamp),
            and(eq(billingPeriods.occasion, 'terminated'), gte(billingPeriods.occasionAt, timestamp)),
          ),
          not(isOneOf(invoices.status, ['draft', 'voided'])),
          not(wasSeenAtAny(billingPeriods.usageMoments)),
          or(ne(billingPeriods.usageMoments, []), lt(invoices.id, id)),
        ),
      )
      .limit(1);
    return found.length > 0;
  },
};
