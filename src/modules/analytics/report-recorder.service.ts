import type { Actor } from '../../platform/actor.js';
import { groupBy } from '../../platform/api/loader.js';
import type { Tx } from '../../platform/db/database.js';
import { lockShared } from '../../platform/db/locks.js';
import { willBeRolledBack } from '../../platform/db/rolled-back-transaction.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { CreditNote } from '../credit-notes/credit-note.table.js';
import type { InvoiceService } from '../invoices/records/invoice.service.js';
import type { Fee } from '../invoices/records/fee.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import {
  addedUp,
  addedUpByWeek,
  collectionEntry,
  creditNoteEntries,
  feeEntries,
  invoiceEntries,
  isReported,
  recurringEntries,
  type Sign,
  standaloneFeeEntries,
  subscriptionMonthOf,
  weeklyChanges,
  weeklyEntries,
} from './report-entry.js';
import { reportRepository } from './report.repository.js';
import type { ReportEntry } from './report.table.js';
import { type PlanFee, reportedFeeRepository } from './reported-fee.repository.js';

/** Invoices whose fees are read at once when customers are deleted. */
const CHUNK = 1_000;

/**
 * Keeps the sums of the reports true, in the transactions that write the documents they count. The number of statements
 * does not depend on the number of documents. Source: analytics.md; docs/adr/0078.
 */
export class ReportRecorder {
  constructor(private readonly invoices: Pick<InvoiceService, 'getMany'>) {}

  /** Adds final invoices. Their credit notes are added when they are announced. */
  async addInvoices(tx: Tx, actor: Actor, invoices: readonly Invoice[]): Promise<void> {
    await this.append(tx, await this.entriesOf(tx, actor, invoices.filter(isReported), 1));
  }

  /** Takes an invoice that has been voided out of the reports. */
  removeVoided(tx: Tx, actor: Actor, invoice: Invoice): Promise<void> {
    return this.removeInvoices(tx, actor, [{ ...invoice, status: 'finalized' }]);
  }

  /** Takes an invoice whose dispute was lost out of the reports. */
  removeDisputed(tx: Tx, actor: Actor, invoice: Invoice): Promise<void> {
    return this.removeInvoices(tx, actor, [{ ...invoice, paymentDisputeLostAt: null }]);
  }

  /** Moves an invoice in collections. */
  async changePaymentStatus(tx: Tx, invoice: Invoice, statusBefore: Invoice['paymentStatus']): Promise<void> {
    if (!isReported(invoice)) return;
    await this.append(tx, [
      collectionEntry(invoice, statusBefore, -1),
      collectionEntry(invoice, invoice.paymentStatus, 1),
    ]);
  }

  /** Subtracts what a new credit note refunds and offsets, if its invoice counts. */
  async addCreditNote(tx: Tx, actor: Actor, note: CreditNote): Promise<void> {
    if (note.refundAmountCents + note.offsetAmountCents === 0n) return;
    const found = await this.invoices.getMany(tx, actor, [note.invoiceId]);
    const invoice = expectPresent(found.get(note.invoiceId), `invoice ${note.invoiceId}`);
    if (isReported(invoice)) await this.append(tx, creditNoteEntries(invoice, [note], 1));
  }

  /** Replaces standalone fees: as they were, and as they are now; an empty list for new or former ones. */
  async replaceStandaloneFees(
    tx: Tx,
    { before, after }: { readonly before: readonly Fee[]; readonly after: readonly Fee[] },
  ): Promise<void> {
    await this.append(tx, [
      ...before.flatMap((fee) => standaloneFeeEntries(fee, -1)),
      ...after.flatMap((fee) => standaloneFeeEntries(fee, 1)),
    ]);
  }

  /** Takes all documents of customers out of the reports, before these are deleted with their test clock. */
  async removeCustomers(
    tx: Tx,
    actor: Actor,
    customerIds: readonly string[],
    externalSubscriptionIds: readonly string[],
  ): Promise<void> {
    const { organizationId } = actor;
    // What a rebuild adds meanwhile would outlive the customers.
    await lockShared(tx, 'report-rebuild', organizationId);
    const invoices = await reportedFeeRepository.invoicesOf(tx, organizationId, customerIds);
    for (let from = 0; from < invoices.length; from += CHUNK) {
      await this.removeInvoices(tx, actor, invoices.slice(from, from + CHUNK));
    }
    const before = await reportedFeeRepository.standaloneFeesOf(tx, organizationId, customerIds);
    await this.replaceStandaloneFees(tx, { before, after: [] });
    await reportRepository.deleteOfCustomers(tx, organizationId, customerIds, externalSubscriptionIds);
  }

  /** @param candidates as they were when they were counted, if they were. */
  private async removeInvoices(tx: Tx, actor: Actor, candidates: readonly Invoice[]): Promise<void> {
    const invoices = candidates.filter(isReported);
    if (invoices.length === 0) return;
    const ids = invoices.map(({ id }) => id);
    const notes = groupBy(
      await reportedFeeRepository.creditNotes(tx, actor.organizationId, ids),
      ({ invoiceId }) => invoiceId,
    );
    await this.append(tx, [
      ...(await this.entriesOf(tx, actor, invoices, -1)),
      ...invoices.flatMap((invoice) => creditNoteEntries(invoice, notes.get(invoice.id) ?? [], -1)),
    ]);
  }

  /** What invoices and their fees add to the reports. */
  private async entriesOf(
    tx: Tx,
    { organizationId }: Actor,
    invoices: readonly Invoice[],
    sign: Sign,
  ): Promise<ReportEntry[]> {
    // Nobody reads the reports of a preview.
    if (invoices.length === 0 || willBeRolledBack()) return [];
    const ids = invoices.map(({ id }) => id);
    const [planFees, feeSums] = await Promise.all([
      reportedFeeRepository.planFees(tx, organizationId, ids),
      reportedFeeRepository.feeSums(tx, organizationId, ids),
    ]);
    return [
      ...invoices.flatMap((invoice) => invoiceEntries(invoice, sign)),
      ...feeSums.flatMap((sum) => feeEntries(organizationId, sum, sign)),
      ...planFees.flatMap((fee) => recurringEntries(organizationId, fee, sign)),
      ...(await this.weeklyEntriesOf(tx, organizationId, planFees, sign)),
    ];
  }

  /** Adds the weekly fees to the totals of their subscriptions, whose means change. */
  private async weeklyEntriesOf(
    tx: Tx,
    organizationId: string,
    fees: readonly PlanFee[],
    sign: Sign,
  ): Promise<ReportEntry[]> {
    const changes = addedUpByWeek(fees.flatMap((fee) => weeklyChanges(organizationId, fee, sign)));
    if (changes.length === 0) return [];
    const changeOf = new Map(changes.map((change) => [subscriptionMonthOf(change), change]));
    const totals = await reportRepository.addWeekly(tx, changes);
    return totals.flatMap((total) =>
      weeklyEntries(total, expectPresent(changeOf.get(subscriptionMonthOf(total)), 'the change of a total')),
    );
  }

  private async append(tx: Tx, entries: readonly ReportEntry[]): Promise<void> {
    if (!willBeRolledBack()) await reportRepository.append(tx, addedUp(entries));
  }
}
