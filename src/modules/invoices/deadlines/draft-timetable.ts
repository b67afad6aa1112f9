import { Temporal } from 'temporal-polyfill';
import { finalizationAt } from '../../../core/invoicing/invoice-dates.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { Invoice } from '../records/invoice.table.js';
import { INVOICE_WORK } from './invoice-work.js';

/** A draft is refreshed this long after the first change that affects it. Source: invoices.md §6. */
const REFRESH_INTERVAL_MS = 5 * 60_000;

type Owner = Pick<Customer, 'id' | 'testClockId'>;

/** A draft with its customer, the zone that applies to the customer, and the customer's now. */
interface DatedDraft {
  readonly invoice: Invoice;
  readonly customer: Owner;
  readonly timezone: string;
  readonly now: Date;
}

/** Schedules or reschedules the finalization of drafts. Source: invoices.md §2. */
export function scheduleFinalizations(tx: Tx, actor: Actor, drafts: readonly DatedDraft[]): Promise<void> {
  const works = drafts.map(({ customer, ...draft }) => {
    const dueAt = graceEndsAt(draft);
    return { kind: 'invoice_finalization', ...subjectOf(draft.invoice.id, customer), dueAt } as const;
  });
  return INVOICE_WORK.schedule(tx, actor, works);
}

/** When a draft is finalized; not after now if its grace period is over. */
export function graceEndsAt({ invoice, ...local }: Omit<DatedDraft, 'customer'>): Date {
  return finalizationAt(Temporal.PlainDate.from(invoice.expectedFinalizationDate), local);
}

/** Schedules a refresh of drafts whose inputs have changed. */
export function scheduleRefreshes(
  tx: Tx,
  actor: Actor,
  drafts: readonly { readonly id: string; readonly customer: Owner; readonly now: Date }[],
): Promise<void> {
  const works = drafts.map(({ id, customer, now }) => {
    const dueAt = new Date(Math.ceil(now.getTime() / REFRESH_INTERVAL_MS) * REFRESH_INTERVAL_MS);
    return { kind: 'draft_refresh', ...subjectOf(id, customer), dueAt } as const;
  });
  return INVOICE_WORK.schedule(tx, actor, works);
}

/** Cancels the scheduled work of invoices that are no longer drafts. The caller has locked their customers. */
export function unscheduleDrafts(tx: Tx, actor: Actor, invoices: readonly Invoice[]): Promise<void> {
  const ids = invoices.map(({ id }) => id);
  return INVOICE_WORK.cancelAll(tx, actor, ['draft_refresh', 'invoice_finalization'], ids);
}

function subjectOf(subjectId: string, { id: customerId, testClockId }: Owner) {
  return { subjectId, customerId, testClockId };
}
