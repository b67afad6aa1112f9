import { Big, floorAt } from '../../../core/money/decimal.js';
import { CREDIT_NOTE_SCALE } from '../../../core/credit-notes/credit-note-amounts.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { ReplacedDraftFees } from '../../invoices/invoice.changes.js';
import type { FeeService } from '../../invoices/records/fees/fee.service.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import { finalizedCreditNote, recomposeCreditNote } from '../composing/credit-note-composition.js';
import type { CreditNoteIssuing } from './credit-note-issuing.service.js';
import { creditNoteRepository } from '../records/credit-note.repository.js';
import type { CreditNote, CreditNoteItem } from '../records/credit-note.table.js';
import type { CreditedItem, CreditSource } from '../composing/credit-source.js';

/** The items of notes before the fees of their draft invoices were replaced. */
interface FormerItems {
  readonly items: readonly CreditNoteItem[];
  /** The fees of the items, by id. */
  readonly fees: ReadonlyMap<string, Fee>;
}

/**
 * Refreshes and finalizes the credit notes of draft invoices. They are created when a termination leaves an unused part of
 * a plan in advance. Few drafts have any, so they are found in one query and recomputed one by one. Source:
 * credit-notes.md §5.1.
 */
export class DraftCreditNoteService {
  constructor(
    private readonly fees: FeeService,
    private readonly issuing: CreditNoteIssuing,
  ) {}

  /** Deletes the lines of the credit notes of drafts, and computes them again once the fees of the drafts are replaced. */
  async recompute(tx: Tx, actor: Actor, { invoices, afterwards }: ReplacedDraftFees): Promise<void> {
    const drafts = await this.draftsOf(tx, actor, invoices);
    if (drafts.length === 0) return;
    const noteIds = drafts.map(({ id }) => id);
    const items = await creditNoteRepository.findItems(tx, actor.organizationId, noteIds);
    const feeIds = items.map(({ feeId }) => feeId);
    const former = { items, fees: await this.fees.getMany(tx, actor, feeIds) };
    await creditNoteRepository.deleteLines(tx, actor.organizationId, noteIds);
    afterwards(async () => {
      for (const invoice of invoices) {
        const notes = drafts.filter(({ invoiceId }) => invoiceId === invoice.id);
        await this.recomputeNotes(tx, actor, invoice, notes, former);
      }
    });
  }

  /** Finalizes and announces the credit notes of invoices that were just finalized. */
  async finalize(tx: Tx, actor: Actor, invoices: readonly Invoice[]): Promise<void> {
    for (const note of await this.draftsOf(tx, actor, invoices)) {
      // Read again for each note, as the offset of the one before has reduced the amount due.
      const { locked, source } = await this.issuing.lock(tx, actor, note.invoiceId);
      const notes = source.notes.filter(({ status }) => status === 'finalized');
      const final = finalizedCreditNote({ ...source, notes }, note, locked.now);
      await creditNoteRepository.update(tx, final);
      await this.issuing.settle(tx, actor, locked, final);
    }
  }

  private async recomputeNotes(
    tx: Tx,
    actor: Actor,
    invoice: Invoice,
    drafts: readonly CreditNote[],
    former: FormerItems,
  ): Promise<void> {
    let recomputed: readonly CreditNote[] = [];
    for (const note of drafts) {
      const source = { ...(await this.issuing.sourceOf(tx, actor, invoice)), notes: recomputed };
      const own = former.items.filter(({ creditNoteId }) => creditNoteId === note.id);
      const composed = recomposeCreditNote(source, note, rescaled(source, own, former.fees));
      if (composed === null) {
        await creditNoteRepository.deleteDraft(tx, note);
        continue;
      }
      await creditNoteRepository.update(tx, composed.note);
      await creditNoteRepository.insertLines(tx, composed.items, composed.taxes);
      recomputed = [...recomputed, composed.note];
    }
  }

  /** The draft notes of invoices, in the order of their numbers. */
  private async draftsOf(tx: Tx, actor: Actor, invoices: readonly Invoice[]): Promise<CreditNote[]> {
    const ids = invoices.map(({ id }) => id);
    const notes = await creditNoteRepository.findByInvoices(tx, actor.organizationId, ids);
    return notes.filter(({ status }) => status === 'draft');
  }
}

/** Items that credit the same share of the new fees as `former` did of the old ones; fees that no longer exist are omitted. */
function rescaled(
  { fees }: CreditSource,
  items: readonly CreditNoteItem[],
  before: ReadonlyMap<string, Fee>,
): CreditedItem[] {
  return items.flatMap(({ feeId, preciseAmountCents }) => {
    const old = before.get(feeId);
    const fee = fees.find(
      (one) => one.fee.feeType === 'subscription' && one.fee.subscriptionId === old?.subscriptionId,
    );
    if (old === undefined || fee === undefined) return [];
    const amount = new Big(preciseAmountCents).times(fee.fee.amountCents).div(old.amountCents);
    return [{ fee, amountCents: floorAt(amount, CREDIT_NOTE_SCALE) }];
  });
}
