import type { ActivityType } from '../../platform/activity/activities.js';
import type { Recorder } from '../../platform/activity/recorder.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { Customer } from '../customers/customer.table.js';
import type { Invoice } from './invoice.table.js';
import { foreseeOverdue, mayBecomeOverdue } from './overdue-timetable.js';

/** An invoice with its customer, whom an entry of the log names, and the zone that applies to the customer. */
export interface LoggedInvoice {
  readonly invoice: Invoice;
  readonly customer: Customer;
  readonly timezone: string;
}

/** What is told of an invoice in a status; nothing of the others. */
const ANNOUNCED_AS: Partial<Record<Invoice['status'], readonly ActivityType[]>> = {
  draft: ['invoice.drafted', 'invoice.ready_to_finalize'],
  finalized: ['invoice.created'],
};

/** What happens to invoices, told to the activity log and the outbox. */
export class InvoiceLog {
  constructor(private readonly recorder: Recorder) {}

  /** Tells what new invoices are, or have become, and foresees when they are overdue. Source: invoices.md §2. */
  async announce(tx: Tx, actor: Actor, logged: readonly LoggedInvoice[]): Promise<void> {
    const owed = logged.filter(({ invoice }) => mayBecomeOverdue(invoice));
    await foreseeOverdue(
      tx,
      actor,
      owed.map((each) => ({ ...each, now: each.invoice.finalizedAt ?? each.invoice.createdAt })),
    );
    for (const [status, ofStatus] of Map.groupBy(logged, ({ invoice }) => invoice.status)) {
      const changes = ofStatus.map(({ invoice: { id }, customer: { externalId: externalCustomerId } }) => ({
        id,
        externalCustomerId,
      }));
      for (const type of ANNOUNCED_AS[status] ?? []) {
        await this.recorder.recordAll(tx, actor, type, changes);
      }
    }
  }
}
