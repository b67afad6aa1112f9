import { movedBillingAt } from '../../core/invoicing/subscriptions/subscription-terms.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import type { InvoiceDeadlines } from '../../modules/invoices/deadlines/invoice-deadlines.service.js';
import type { SubscriptionContexts } from '../../modules/subscriptions/reading/subscription-contexts.service.js';
import { scheduledWorkOf } from '../due-work/scheduled-work.js';
import { scheduleAll } from '../due-work/subscription-timetable.js';

/**
 * Reschedules work that falls due on local dates when a customer's zone changes. Source: periods.md §9.4; invoices.md
 * §5.1; payments.md §9.
 */
export class ZoneChange {
  constructor(
    private readonly subscriptionContexts: SubscriptionContexts,
    private readonly invoiceDeadlines: InvoiceDeadlines,
  ) {}

  /**
   * Moves the billing days and invoice deadlines of a customer, who is locked, to the same dates in the zone in force
   * now.
   */
  async reschedule(tx: Tx, actor: Actor, customer: Customer, now: Date): Promise<void> {
    await this.rescheduleBillingDays(tx, actor, customer.id, now);
    await this.invoiceDeadlines.followZone(tx, actor, customer, now);
  }

  /** Moves billing days: otherwise one might be over in the new zone when it falls due. */
  private async rescheduleBillingDays(tx: Tx, actor: Actor, customerId: string, now: Date): Promise<void> {
    const scheduled = await scheduledWorkOf(tx, actor, [customerId], ['subscription_billing']);
    const ids = scheduled.map(({ subjectId }) => subjectId);
    const contexts = await this.subscriptionContexts.getMany(tx, actor, ids);
    const moved = scheduled.flatMap(({ subjectId, dueAt }) => {
      const context = contexts.get(subjectId);
      if (context === undefined) return [];
      return [{ ...context, dueAt: movedBillingAt(context.terms, dueAt, now) }];
    });
    await scheduleAll(tx, actor, 'subscription_billing', moved);
  }
}
