import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { BillingEntityService } from '../../billing-entities/records/billing-entity.service.js';
import { scheduleFinalizations } from './draft-timetable.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import type { Invoice } from '../records/invoice.table.js';
import { scheduleOverdue, mayBecomeOverdue } from './overdue-timetable.js';

/** An invoice with its customer, the zone that applies to the customer, and the customer's now. */
interface DatedInvoice {
  readonly invoice: Invoice;
  readonly customer: Customer;
  readonly timezone: string;
  readonly now: Date;
}

/**
 * Schedules work at local dates of invoices: the ends of grace periods and of payment terms. When the customer's zone
 * changes, the dates stay and their instants move. Source: invoices.md §5.1; payments.md §9.
 */
export class InvoiceDeadlines {
  constructor(private readonly billingEntities: BillingEntityService) {}

  /** Schedules when an unpaid invoice becomes overdue. */
  async scheduleOverdue(
    tx: Tx,
    actor: Actor,
    { invoice, customer, now }: Omit<DatedInvoice, 'timezone'>,
  ): Promise<void> {
    await scheduleOverdue(tx, actor, await this.dated(tx, actor, customer, [invoice], now));
  }

  /** Reschedules the deadlines of a customer after a change of zone. The caller has locked the customer. */
  async followZone(tx: Tx, actor: Actor, customer: Customer, now: Date): Promise<void> {
    const found = await invoiceRepository.findWithDeadline(tx, actor.organizationId, customer.id);
    const dated = await this.dated(tx, actor, customer, found, now);
    await scheduleFinalizations(
      tx,
      actor,
      dated.filter(({ invoice }) => invoice.status === 'draft'),
    );
    await scheduleOverdue(
      tx,
      actor,
      dated.filter(({ invoice }) => mayBecomeOverdue(invoice)),
    );
  }

  private async dated(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    invoices: readonly Invoice[],
    now: Date,
  ): Promise<DatedInvoice[]> {
    const entityIds = new Set(invoices.map(({ billingEntityId }) => billingEntityId));
    const entities = await this.billingEntities.getManyWithArchived(tx, actor, [...entityIds]);
    return invoices.map((invoice) => {
      const entity = expectPresent(
        entities.get(invoice.billingEntityId),
        `the billing entity of invoice ${invoice.id}`,
      );
      return { invoice, customer, timezone: billingSettingsOf(customer, entity).timezone, now };
    });
  }
}
