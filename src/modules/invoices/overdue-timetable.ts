import { Temporal } from 'temporal-polyfill';
import { overdueAt } from '../../core/invoice-dates.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { cancelWork, planWork } from '../../platform/due-work/plan-work.js';
import type { Customer } from '../customers/customer.table.js';
import type { Invoice } from './invoice.table.js';

/** Whether it is owed, and not known to be overdue. Source: payments.md §9. */
export function mayBecomeOverdue({ status, paymentStatus, paymentOverdue }: Invoice): boolean {
  return status === 'finalized' && paymentStatus !== 'succeeded' && !paymentOverdue;
}

/** Plans when an invoice becomes overdue, or drops it for one that does not. */
export async function foreseeOverdue(
  tx: Tx,
  actor: Actor,
  invoice: Invoice,
  { id: customerId, testClockId }: Pick<Customer, 'id' | 'testClockId'>,
  now: Date,
): Promise<void> {
  const work = { kind: 'payment_overdue', subjectId: invoice.id } as const;
  if (!mayBecomeOverdue(invoice)) return cancelWork(tx, actor, work.kind, work.subjectId);
  const dueAt = overdueAt(Temporal.PlainDate.from(invoice.paymentDueDate), now);
  await planWork(tx, actor, { ...work, customerId, testClockId, dueAt });
}
