import { and, eq, gt, lt, lte, not } from 'drizzle-orm';
import { among } from '../../platform/db/among.js';
import type { Db } from '../../platform/db/database.js';
import { refersTo } from '../../platform/db/tenant.js';
import { billingPeriods, CLAIMING_REASONS, invoices } from '../invoices/records/invoice.table.js';
import { subscriptions } from '../subscriptions/subscription.table.js';
import type { AttributedEvent } from '../usage/events/event.service.js';

export const eventExplanationRepository = {
  /** Whether a subscription with the external id runs, or ever did. */
  async isSubscriptionKnown(db: Db, organizationId: string, externalId: string): Promise<boolean> {
    const found = await db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          eq(subscriptions.externalId, externalId),
          among(subscriptions.status, ['active', 'incomplete', 'terminated']),
        ),
      )
      .limit(1);
    return found.length > 0;
  },

  /**
   * Whether the usage of the event's period was billed for good before the event came. Ids tell which was first: they
   * grow with real time, whatever a test clock shows.
   */
  async isLate(
    db: Db,
    organizationId: string,
    subscriptionId: string,
    { id, timestamp }: Pick<AttributedEvent, 'id' | 'timestamp'>,
  ): Promise<boolean> {
    const found = await db
      .select({ id: invoices.id })
      .from(billingPeriods)
      .innerJoin(invoices, refersTo(billingPeriods.invoiceId, invoices))
      .where(
        and(
          eq(billingPeriods.organizationId, organizationId),
          eq(billingPeriods.subscriptionId, subscriptionId),
          among(billingPeriods.invoicingReason, CLAIMING_REASONS),
          lte(billingPeriods.chargesFrom, timestamp),
          gt(billingPeriods.chargesTo, timestamp),
          not(among(invoices.status, ['draft', 'voided'])),
          lt(invoices.id, id),
        ),
      )
      .limit(1);
    return found.length > 0;
  },
};
