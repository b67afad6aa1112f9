import type { Representation } from '../../../platform/activity/snapshots.js';
import type { Actor } from '../../../platform/actor.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { AppError, notAllowed, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { expectPresent } from '../../../platform/expect-present.js';
import {
  checkEntries,
  replacedEntries,
  type SentMetadataEntry,
} from '../../../platform/metadata/metadata-entries.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import type { FeeService } from '../records/fees/fee.service.js';
import { dueCents, isUntaxed, mayBecome } from './invoice-dues.js';
import type { InvoiceDeadlines } from '../deadlines/invoice-deadlines.service.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import { invoiceMetadataRepository } from '../records/invoice-metadata.repository.js';
import type { UpdateInvoice } from '../records/invoice.input.js';
import type { Invoice } from '../records/invoice.table.js';
import { unscheduleOverdue, mayBecomeOverdue } from '../deadlines/overdue-timetable.js';
import type { LockedInvoice } from './locked-invoice.js';

/** Maximum characters of a value. Source: invoices.md §8. */
const METADATA_VALUE_LENGTH = 140;

interface Needs extends Pick<
  InvoicesNeeds,
  'testClocks' | 'customers' | 'customerLocks' | 'changes' | 'snapshots'
> {
  readonly fees: FeeService;
  readonly deadlines: InvoiceDeadlines;
}

/** Applies payments and offsets to invoices, and manages their payment status. Source: payments.md §2, §3. */
export class InvoiceSettlement {
  constructor(private readonly needs: Needs) {}

  /** Locks the customer of an invoice. @throws AppError as `lockMany`. */
  async lock(tx: Tx, actor: Actor, id: string): Promise<LockedInvoice> {
    const [locked] = await this.lockMany(tx, actor, [id]);
    return expectPresent(locked, `invoice ${id}`);
  }

  /**
   * Locks the customers of invoices.
   * @returns the invoices in the order of the ids.
   * @throws AppError `invoice_not_found`; `test_clock_advancing`.
   */
  async lockMany(tx: Tx, actor: Actor, ids: readonly string[]): Promise<LockedInvoice[]> {
    const { customerLocks, testClocks } = this.needs;
    const customerIds = (await this.find(tx, actor, ids)).map(({ customerId }) => customerId);
    const locked = indexBy(await customerLocks.lockWithIdleClocks(tx, actor, customerIds), ({ id }) => id);
    const clockIds = new Set([...locked.values()].map(({ testClockId }) => testClockId));
    const nows = await testClocks.nows(tx, actor, [...clockIds]);
    // Read again: transactions that had the locks before may have changed the invoices.
    return (await this.find(tx, actor, ids)).map((invoice) => {
      const customer = expectPresent(locked.get(invoice.customerId), `the customer of invoice ${invoice.id}`);
      return {
        invoice,
        customer,
        now: expectPresent(nows.get(customer.testClockId), `the current time of customer ${customer.id}`),
      };
    });
  }

  /**
   * Sets an invoice's payment status manually, which does not change its paid amount, and replaces its metadata. Source:
   * invoices.md §8.
   * @throws AppError `invoice_not_found`; kind `notAllowed` for a draft or a voided invoice; kind `forbidden` for one without its taxes;
   *   `validation_errors`; `test_clock_advancing`.
   */
  async update(tx: Tx, actor: Actor, input: UpdateInvoice): Promise<Invoice> {
    const { id, paymentStatus, metadata } = input;
    const locked = await this.lock(tx, actor, id);
    const { invoice } = locked;
    if (invoice.status === 'voided') throw notAllowed('update_on_voided_invoice');
    if (invoice.status === 'draft') refuseOnDraft(input);
    const errors = new FieldErrors();
    checkEntries(errors, metadata ?? [], METADATA_VALUE_LENGTH);
    const isAllowed =
      paymentStatus === undefined || (paymentStatus !== null && mayBecome(invoice, paymentStatus));
    // Such an invoice is not payable by any way. Source: integrations.md §6.
    if (!isAllowed && paymentStatus !== null && isUntaxed(invoice))
      throw new AppError('forbidden', 'forbidden');
    if (!isAllowed) errors.add('paymentStatus', 'value_is_invalid');
    errors.throwIfAny();
    if (metadata !== undefined) await this.replaceMetadata(tx, actor, locked, metadata ?? []);
    return typeof paymentStatus === 'string'
      ? this.setPaymentStatus(tx, actor, locked, paymentStatus)
      : invoice;
  }

  /** Adds a paid amount; paying all that is due settles the invoice. */
  async addPaid(tx: Tx, actor: Actor, locked: LockedInvoice, amountCents: bigint): Promise<Invoice> {
    const totalPaidAmountCents = locked.invoice.totalPaidAmountCents + amountCents;
    return this.reduceDue(tx, actor, locked, { totalPaidAmountCents });
  }

  /** Adds the offset of a credit note, which settles the invoice if nothing is due afterwards. Source: credit-notes.md §2.2. */
  async addOffset(tx: Tx, actor: Actor, locked: LockedInvoice, amountCents: bigint): Promise<Invoice> {
    const totalOffsetAmountCents = locked.invoice.totalOffsetAmountCents + amountCents;
    return this.reduceDue(tx, actor, locked, { totalOffsetAmountCents });
  }

  /**
   * Marks the dispute about an invoice's payment as lost: it is not overdue any more, and what was paid stays. A repeat
   * changes nothing. Source: invoices.md §7.
   * @param reason of the payment provider, if it reports the loss.
   * @throws AppError `invoice_not_found`; `not_disputable` unless finalized or voided; `test_clock_advancing`.
   */
  async loseDispute(tx: Tx, actor: Actor, id: string, reason: string | null = null): Promise<Invoice> {
    const { invoice, customer, now } = await this.lock(tx, actor, id);
    if (invoice.status !== 'finalized' && invoice.status !== 'voided') throw notAllowed('not_disputable');
    if (invoice.paymentDisputeLostAt !== null) return invoice;
    const changed: Invoice = { ...invoice, paymentDisputeLostAt: now, paymentOverdue: false, updatedAt: now };
    await invoiceRepository.update(tx, changed);
    await unscheduleOverdue(tx, actor, changed);
    await this.needs.changes.announce(tx, actor, {
      type: 'invoice.payment_dispute_lost',
      invoice: changed,
      customer,
      reason,
    });
    return changed;
  }

  /**
   * Records that an attempt to have the invoice paid by a provider has failed. An open invoice is given up.
   * Source: payments.md §2, §5.
   */
  recordFailure(tx: Tx, actor: Actor, locked: LockedInvoice): Promise<Invoice> {
    return this.setPaymentStatus(tx, actor, locked, 'failed', { isRecorded: false });
  }

  /** Records that a provider processes another payment of an invoice, after one has failed. */
  async recordAttempt(tx: Tx, actor: Actor, locked: LockedInvoice): Promise<Invoice> {
    if (locked.invoice.paymentStatus !== 'failed') return locked.invoice;
    return this.setPaymentStatus(tx, actor, locked, 'pending', { isRecorded: false });
  }

  /** Marks invoices that are overdue at an instant. The caller has locked their customers. Source: payments.md §9. */
  async becomeOverdue(tx: Tx, actor: Actor, ids: readonly string[], at: Date): Promise<void> {
    const { customers, changes } = this.needs;
    const found = await invoiceRepository.findMany(tx, actor.organizationId, ids);
    const overdue = found.filter(mayBecomeOverdue).toSorted(byId);
    if (overdue.length === 0) return;
    const customerIds = [...new Set(overdue.map(({ customerId }) => customerId))];
    const owners = await customers.getMany(tx, actor, customerIds);
    await invoiceRepository.setOverdue(
      tx,
      actor.organizationId,
      overdue.map(({ id }) => id),
      at,
    );
    await changes.announce(tx, actor, {
      type: 'invoice.payment_overdue',
      invoices: overdue.map((invoice) => ({
        invoice: { ...invoice, paymentOverdue: true, updatedAt: at },
        customer: expectPresent(owners.get(invoice.customerId), `the customer of invoice ${invoice.id}`),
      })),
    });
  }

  private async replaceMetadata(
    tx: Tx,
    { organizationId }: Actor,
    { invoice: { id: invoiceId }, now }: LockedInvoice,
    sent: readonly SentMetadataEntry[],
  ): Promise<void> {
    const known = await invoiceMetadataRepository.findByInvoices(tx, organizationId, [invoiceId]);
    const entries = replacedEntries(known, sent, now).map((entry) => ({
      ...entry,
      organizationId,
      invoiceId,
    }));
    await invoiceMetadataRepository.replace(tx, organizationId, invoiceId, entries);
  }

  /** Updates the paid and offset amounts; an invoice with nothing due becomes paid. */
  private async reduceDue(
    tx: Tx,
    actor: Actor,
    locked: LockedInvoice,
    amounts: Pick<Invoice, 'totalPaidAmountCents'> | Pick<Invoice, 'totalOffsetAmountCents'>,
  ): Promise<Invoice> {
    const invoice: Invoice = { ...locked.invoice, ...amounts, updatedAt: locked.now };
    const settles = dueCents(invoice) <= 0n;
    // Taken before the amounts change, because the log entry shows amounts and status changing together.
    const before = settles ? await this.snapshot(tx, actor, locked.invoice) : null;
    await invoiceRepository.update(tx, invoice);
    if (settles)
      return this.setPaymentStatus(tx, actor, { ...locked, invoice }, 'succeeded', { snapshot: before });
    const { customer } = locked;
    await this.needs.changes.announce(tx, actor, { type: 'invoice.due_reduced', invoice, customer });
    return invoice;
  }

  /** The representation of an invoice; null for an open one, which is hidden until it is paid. */
  private async snapshot(tx: Tx, actor: Actor, invoice: Invoice): Promise<Representation | null> {
    return invoice.status === 'open' ? null : this.needs.snapshots.take(tx, actor, 'invoice', invoice);
  }

  /**
   * Sets the payment status of an invoice and its fees. A paid invoice is no longer overdue.
   * @param options.snapshot of the invoice before the change that sets the status; by default taken here.
   * @param options.isRecorded false if what follows records the change in its own way.
   */
  private async setPaymentStatus(
    tx: Tx,
    actor: Actor,
    { invoice, customer, now }: LockedInvoice,
    paymentStatus: Invoice['paymentStatus'],
    { snapshot = null, isRecorded = true }: { snapshot?: Representation | null; isRecorded?: boolean } = {},
  ): Promise<Invoice> {
    if (invoice.paymentStatus === paymentStatus) return invoice;
    const before = snapshot ?? (await this.snapshot(tx, actor, invoice));
    const paymentOverdue = paymentStatus !== 'succeeded' && invoice.paymentOverdue;
    const changed: Invoice = { ...invoice, paymentStatus, paymentOverdue, updatedAt: now };
    const { fees, deadlines, changes } = this.needs;
    await invoiceRepository.update(tx, changed);
    await fees.followInvoice(tx, actor, changed);
    if (before === null) {
      const type = paymentStatus === 'succeeded' ? 'open_invoice.paid' : 'open_invoice.payment_failed';
      await changes.announce(tx, actor, { type, locked: { invoice: changed, customer, now } });
      // Reactions to the change may have issued or closed the invoice.
      const [settled] = await invoiceRepository.findMany(tx, actor.organizationId, [invoice.id]);
      return expectPresent(settled, `invoice ${invoice.id}`);
    }
    await (mayBecomeOverdue(changed)
      ? deadlines.scheduleOverdue(tx, actor, { invoice: changed, customer, now })
      : unscheduleOverdue(tx, actor, changed));
    const type = 'invoice.payment_status_updated';
    const statusBefore = invoice.paymentStatus;
    await changes.announce(tx, actor, { type, invoice: changed, customer, before, statusBefore, isRecorded });
    return changed;
  }

  /** Reads invoices in the order of the ids. */
  private async find(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Invoice[]> {
    const found = ids.every(isUuid) ? await invoiceRepository.findPayable(tx, actor.organizationId, ids) : [];
    const known = indexBy(found, ({ id }) => id);
    return ids.map((id) => {
      const invoice = known.get(id.toLowerCase());
      if (invoice === undefined) throw notFound('invoice');
      return invoice;
    });
  }
}

/** Compares by order of creation. */
function byId(one: Invoice, other: Invoice): number {
  return one.id < other.id ? -1 : 1;
}

/** Refuses changes of a draft, which cannot be paid yet. @throws AppError kind `notAllowed`. Source: invoices.md §8. */
function refuseOnDraft({ paymentStatus, metadata }: UpdateInvoice): void {
  if (metadata !== undefined) throw notAllowed('metadata_on_draft_invoice');
  if (paymentStatus !== undefined) throw notAllowed('payment_status_update_on_draft_invoice');
}
