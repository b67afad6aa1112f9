import { Temporal } from 'temporal-polyfill';
import { overdueAt } from '../../../core/invoicing/invoice-dates.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { Invoice } from '../records/invoice.table.js';
import { INVOICE_WORK } from './invoice-work.js';

/** True if the invoice is unpaid, not yet marked as overdue, and no dispute about it is lost. Source: payments.md §9. */
export function mayBecomeOverdue(invoice: Invoice): boolean {
  const { status, paymentStatus, paymentOverdue, paymentDisputeLostAt } = invoice;
  const isUnpaid = status === 'finalized' && paymentStatus !== 'succeeded';
  return isUnpaid && !paymentOverdue && paymentDisputeLostAt === null;
}

/** An invoice with its customer, the zone that applies to the customer, and the customer's now. */
interface OwedInvoice {
  readonly invoice: Invoice;
  readonly customer: Pick<Customer, 'id' | 'testClockId'>;
  readonly timezone: string;
  readonly now: Date;
}

/** Schedules or reschedules the instants at which unpaid invoices become overdue. Source: payments.md §9. */
export function scheduleOverdue(tx: Tx, actor: Actor, owed: readonly OwedInvoice[]): Promise<void> {
  const works = owed.map(({ invoice, customer: { id: customerId, testClockId }, ...local }) => {
    const dueAt = overdueAt(Temporal.PlainDate.from(invoice.paymentDueDate), local);
    return { kind: 'payment_overdue', subjectId: invoice.id, customerId, testClockId, dueAt } as const;
  });
  return INVOICE_WORK.schedule(tx, actor, works);
}

/** Cancels the scheduled work of an invoice that can no longer become overdue. */
export function unscheduleOverdue(tx: Tx, actor: Actor, { id }: Invoice): Promise<void> {
  return INVOICE_WORK.cancel(tx, actor, 'payment_overdue', id);
}
