import type { Actor } from '../../../platform/actor.js';
import type { Changes } from '../../../platform/changes/changes.js';
import type { Tx } from '../../../platform/db/database.js';
import type { InvoiceChange, OwnedInvoice } from '../invoice.changes.js';
import type { Invoice } from '../records/invoice.table.js';
import { scheduleOverdue, mayBecomeOverdue } from '../deadlines/overdue-timetable.js';

/** An invoice with the zone that applies to its customer. */
export interface ZonedInvoice extends OwnedInvoice {
  readonly timezone: string;
}

/** The change that announces a new or changed status of an invoice; other statuses are not announced. */
const ANNOUNCED_AS = {
  draft: 'invoice.drafted',
  finalized: 'invoice.finalized',
  open: 'open_invoice.opened',
} as const satisfies Partial<Record<Invoice['status'], InvoiceChange['type']>>;

/** Announces the status of invoices and schedules when they become overdue. Source: invoices.md §2. */
export async function announceInvoices(
  changes: Changes<InvoiceChange>,
  tx: Tx,
  actor: Actor,
  zoned: readonly ZonedInvoice[],
): Promise<void> {
  const owed = zoned.filter(({ invoice }) => mayBecomeOverdue(invoice));
  await scheduleOverdue(
    tx,
    actor,
    owed.map((each) => ({ ...each, now: each.invoice.finalizedAt ?? each.invoice.createdAt })),
  );
  for (const [status, invoices] of Map.groupBy(zoned, ({ invoice }) => invoice.status)) {
    if (!(status in ANNOUNCED_AS)) continue;
    const type = ANNOUNCED_AS[status as keyof typeof ANNOUNCED_AS];
    await changes.announce(tx, actor, { type, invoices });
  }
}
