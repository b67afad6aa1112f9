import type { LockedInvoice } from '../../modules/invoices/settlement/locked-invoice.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { AppError, notAllowed, notFound } from '../../platform/errors/app-error.js';
import { expectPresent } from '../../platform/expect-present.js';
import { batchesOfOnePerOwner } from '../../platform/collections/batches-of-one-per-owner.js';
import type { DraftInvoiceService } from '../../modules/invoices/issuing/draft-invoice.service.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import { awaitsVatCheck, taxConnectionOf } from '../../modules/customers/records/customer-taxation.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { DraftsNeeds } from './drafts.needs.js';
import type { DraftRecomputation } from './draft-recomputation.js';

interface Needs extends Pick<
  DraftsNeeds,
  'jobsDb' | 'subscriptions' | 'invoices' | 'billedPeriods' | 'invoiceSettlement'
> {
  readonly draftInvoices: DraftInvoiceService;
  readonly draftRecomputation: DraftRecomputation;
}

/** Refreshes draft invoices during their grace period, and finalizes them when it ends. Source: invoices.md §6. */
export class DraftInvoices {
  constructor(private readonly needs: Needs) {}

  /**
   * Recomputes a draft. An invoice that is final already stays as it is.
   * @throws AppError `invoice_not_found`; kind `forbidden` for an invoice that is never a draft;
   *   `test_clock_advancing`.
   */
  async refresh(tx: Tx, actor: Actor, id: string): Promise<Invoice> {
    const locked = await this.lock(tx, actor, id);
    if (locked.invoice.invoiceType !== 'subscription') throw new AppError('forbidden', 'forbidden');
    if (locked.invoice.status !== 'draft') return locked.invoice;
    const [refreshed] = await this.refreshLocked(tx, actor, [locked], false);
    return expectPresent(refreshed, 'the refreshed draft');
  }

  /**
   * Finalizes a draft before its grace period ends.
   * @returns the invoice; one that is closed instead is shown as the draft that it was last.
   * @throws AppError as `finalizeAll`; kind `forbidden`, `cannot_finalize_with_pending_taxes`, while a tax provider is asked
   *   about it or the VAT number of its customer is checked.
   */
  async finalize(tx: Tx, actor: Actor, id: string): Promise<Invoice> {
    const [finalized] = await this.finalizeAll(tx, actor, [id], ({ invoice, customer }) => {
      const awaitsProvider = taxConnectionOf(customer) !== null && invoice.taxStatus === 'pending';
      if (awaitsProvider || awaitsVatCheck(customer))
        throw new AppError('forbidden', 'cannot_finalize_with_pending_taxes');
    });
    const { status, ...invoice } = expectPresent(finalized, 'the finalized invoice');
    return { ...invoice, status: status === 'closed' ? 'draft' : status };
  }

  /**
   * Finalizes drafts: those of one customer as if one after the other, in the order given. One whose taxes are not known
   * becomes pending.
   * @param check throws if a draft must not be finalized.
   * @returns the invoices, in the same order.
   * @throws AppError `invoice_not_found`, also for one that is no draft; `test_clock_advancing`.
   */
  async finalizeAll(
    tx: Tx,
    actor: Actor,
    ids: readonly string[],
    check: (draft: LockedInvoice) => void = () => undefined,
  ): Promise<Invoice[]> {
    if (ids.length === 0) return [];
    const { invoiceSettlement, draftInvoices, draftRecomputation } = this.needs;
    const locked = await invoiceSettlement.lockMany(tx, actor, ids);
    if (locked.some(({ invoice }) => invoice.status !== 'draft')) throw notFound('invoice');
    locked.forEach(check);
    await this.refreshCountedBy(tx, actor, locked);
    return inCustomerRounds(locked, async (round) =>
      draftInvoices.finalize(tx, actor, await draftRecomputation.recompute(tx, actor, round)),
    );
  }

  /**
   * Deletes a draft; its periods are not billed again.
   * @returns the invoice as it was.
   * @throws AppError `invoice_not_found`; kind `notAllowed`, `not_deletable`, for one that is no draft;
   *   `test_clock_advancing`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Invoice> {
    const locked = await this.lock(tx, actor, id);
    if (locked.invoice.status !== 'draft') throw notAllowed('not_deletable');
    await this.needs.draftInvoices.delete(tx, actor, locked);
    return locked.invoice;
  }

  /** Finalizes drafts whose grace period has ended. */
  readonly finalizeDue: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    await this.finalizeAll(tx, actor, subjectIds.toSorted());
  };

  /** Refreshes drafts of active subscriptions after something that they depend on has changed. */
  readonly refreshDue: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    const { invoices, billedPeriods, subscriptions, invoiceSettlement } = this.needs;
    const found = await invoices.getMany(tx, actor, subjectIds);
    // Drafts that have become final since need no refresh.
    const drafts = subjectIds.toSorted().filter((id) => found.get(id)?.status === 'draft');
    const billed = await billedPeriods.ofInvoices(tx, actor, drafts);
    const billedIds = [...billed.values()].flat().map(({ subscriptionId }) => subscriptionId);
    const named = await subscriptions.getMany(tx, actor, billedIds);
    const running = drafts.filter((id) =>
      billed.get(id)?.some(({ subscriptionId }) => named.get(subscriptionId)?.status === 'active'),
    );
    await this.refreshLocked(tx, actor, await invoiceSettlement.lockMany(tx, actor, running), true);
  };

  /**
   * The job `refresh_used_drafts`: schedules a refresh of drafts that late usage belongs to, of customers in real time.
   */
  scheduleRefreshesForUsage(): Promise<void> {
    const { jobsDb: db, draftInvoices } = this.needs;
    return db.transaction((tx) => draftInvoices.scheduleRefreshesForUsage(tx));
  }

  /** Dates a customer's drafts by changed settings, and finalizes those whose grace period is over then. */
  async redate(tx: Tx, actor: Actor, customer: Customer, now: Date): Promise<void> {
    const ended = await this.needs.draftInvoices.redate(tx, actor, customer, now);
    await this.finalizeAll(
      tx,
      actor,
      ended.map(({ id }) => id),
    );
  }

  /** @throws AppError `invoice_not_found`, also for an invoice that waits to be paid; `test_clock_advancing`. */
  private async lock(tx: Tx, actor: Actor, id: string): Promise<LockedInvoice> {
    const locked = await this.needs.invoiceSettlement.lock(tx, actor, id);
    if (locked.invoice.status === 'open') throw notFound('invoice');
    return locked;
  }

  private async refreshLocked(
    tx: Tx,
    actor: Actor,
    locked: readonly LockedInvoice[],
    isByItself: boolean,
  ): Promise<Invoice[]> {
    await this.refreshCountedBy(tx, actor, locked);
    return this.replaceFees(tx, actor, locked, isByItself);
  }

  /**
   * Recomputes older drafts first whose fees count towards the minimum commitments of drafts: their fees may have
   * changed. Source: fixed-charges-and-commitments.md §8.
   */
  private async refreshCountedBy(tx: Tx, actor: Actor, locked: readonly LockedInvoice[]): Promise<void> {
    const { draftInvoices, invoiceSettlement } = this.needs;
    const ids = locked.map(({ invoice }) => invoice.id);
    const counted = await draftInvoices.countedBy(tx, actor, ids);
    if (counted.length === 0) return;
    await this.replaceFees(tx, actor, await invoiceSettlement.lockMany(tx, actor, counted), true);
  }

  private replaceFees(
    tx: Tx,
    actor: Actor,
    locked: readonly LockedInvoice[],
    isByItself: boolean,
  ): Promise<Invoice[]> {
    const { draftInvoices, draftRecomputation } = this.needs;
    return inCustomerRounds(locked, async (round) =>
      draftInvoices.replaceFees(tx, actor, await draftRecomputation.recompute(tx, actor, round), isByItself),
    );
  }
}

/**
 * Works on drafts in rounds with one draft of each customer, so that a customer's next draft finds the one before it
 * done.
 */
async function inCustomerRounds(
  locked: readonly LockedInvoice[],
  work: (round: readonly LockedInvoice[]) => Promise<Invoice[]>,
): Promise<Invoice[]> {
  const done = new Map<string, Invoice>();
  for (const round of batchesOfOnePerOwner(locked, ({ customer }) => customer.id)) {
    for (const invoice of await work(round)) done.set(invoice.id, invoice);
  }
  return locked.map(({ invoice }) => expectPresent(done.get(invoice.id), `the finished draft ${invoice.id}`));
}
