import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Tx } from '../../../platform/db/database.js';
import { lockShared } from '../../../platform/db/statements/locks.js';
import { willBeRolledBack } from '../../../platform/db/statements/rolled-back-transaction.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { CustomerService } from '../../customers/customer.service.js';
import type { InvoiceService } from '../../invoices/records/invoice.service.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import {
  addedUp,
  addedUpByWeek,
  collectionEntry,
  creditNoteEntries,
  feeEntries,
  invoiceEntries,
  isReported,
  type OnClock,
  recurringEntries,
  type Sign,
  standaloneFeeEntries,
  subscriptionMonthOf,
  weeklyChanges,
  weeklyEntries,
} from './report-entry.js';
import { reportRepository } from '../records/report.repository.js';
import { NO_CLOCK, type ReportEntry } from '../records/report.table.js';
import { type PlanFee, reportedFeeRepository } from '../records/reported-fee.repository.js';

/**
 * Keeps the sums of the reports true, in the transactions that write the documents they count. The number of statements
 * does not depend on the number of documents. Source: analytics.md; docs/adr/0078.
 */
export class ReportRecorder {
  constructor(
    private readonly services: {
      readonly customers: Pick<CustomerService, 'getMany'>;
      readonly invoices: Pick<InvoiceService, 'getMany'>;
    },
  ) {}

  /** Adds final invoices. Their credit notes are added when they are announced. */
  async addInvoices(tx: Tx, actor: Actor, invoices: readonly Invoice[]): Promise<void> {
    const reported = await this.onClocks(tx, actor, invoices.filter(isReported));
    await this.append(tx, await this.entriesOf(tx, actor, reported, 1));
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
  async changePaymentStatus(
    tx: Tx,
    actor: Actor,
    changed: Invoice,
    statusBefore: Invoice['paymentStatus'],
  ): Promise<void> {
    const invoices = await this.onClocks(tx, actor, [changed].filter(isReported));
    const entries = invoices.flatMap((invoice) => [
      collectionEntry(invoice, statusBefore, -1),
      collectionEntry(invoice, invoice.paymentStatus, 1),
    ]);
    await this.append(tx, entries);
  }

  /** Subtracts what a new credit note refunds and offsets, if its invoice counts. */
  async addCreditNote(tx: Tx, actor: Actor, note: CreditNote): Promise<void> {
    if (note.refundAmountCents + note.offsetAmountCents === 0n) return;
    const found = await this.services.invoices.getMany(tx, actor, [note.invoiceId]);
    const invoices = await this.onClocks(tx, actor, [...found.values()].filter(isReported));
    await this.append(
      tx,
      invoices.flatMap((invoice) => creditNoteEntries(invoice, [note], 1)),
    );
  }

  /** Replaces standalone fees: as they were, and as they are now; an empty list for new or former ones. */
  async replaceStandaloneFees(
    tx: Tx,
    actor: Actor,
    { before, after }: { readonly before: readonly Fee[]; readonly after: readonly Fee[] },
  ): Promise<void> {
    await this.append(tx, [
      ...(await this.onClocks(tx, actor, before)).flatMap((fee) => standaloneFeeEntries(fee, -1)),
      ...(await this.onClocks(tx, actor, after)).flatMap((fee) => standaloneFeeEntries(fee, 1)),
    ]);
  }

  /** Deletes the figures of customers that are deleted with their test clock: no other documents are in them. */
  async removeClock(tx: Tx, { organizationId }: Actor, testClockId: string): Promise<void> {
    // What a rebuild adds meanwhile would outlive the customers.
    await lockShared(tx, 'report-rebuild', organizationId);
    await reportRepository.deleteOfClock(tx, organizationId, testClockId);
  }

  /** @param candidates as they were when they were counted, if they were. */
  private async removeInvoices(tx: Tx, actor: Actor, candidates: readonly Invoice[]): Promise<void> {
    const invoices = await this.onClocks(tx, actor, candidates.filter(isReported));
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
    invoices: readonly (Invoice & OnClock)[],
    sign: Sign,
  ): Promise<ReportEntry[]> {
    if (invoices.length === 0) return [];
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

  /** Documents with the test clocks of their customers. */
  private async onClocks<Document extends { readonly customerId: string }>(
    tx: Tx,
    actor: Actor,
    documents: readonly Document[],
  ): Promise<(Document & OnClock)[]> {
    // Nobody reads the reports of a preview.
    if (documents.length === 0 || willBeRolledBack()) return [];
    const ids = distinct(documents.map(({ customerId }) => customerId));
    const customers = await this.services.customers.getMany(tx, actor, ids);
    return documents.map((document) => {
      const { testClockId } = expectPresent(
        customers.get(document.customerId),
        `customer ${document.customerId}`,
      );
      return { ...document, testClockId: testClockId ?? NO_CLOCK };
    });
  }

  private async append(tx: Tx, entries: readonly ReportEntry[]): Promise<void> {
    await reportRepository.append(tx, addedUp(entries));
  }
}
