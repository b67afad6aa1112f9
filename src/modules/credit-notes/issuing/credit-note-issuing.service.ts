import { localDate } from '../../../core/time/calendar.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { InvoiceSettlement } from '../../invoices/settlement/invoice-settlement.service.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { LockedInvoice } from '../../invoices/settlement/locked-invoice.js';
import type { CreditNotesNeeds } from '../credit-notes.needs.js';
import { composeCreditNote, type CreditNoteDraft } from '../composing/credit-note-composition.js';
import { creditNoteRepository } from '../records/credit-note.repository.js';
import type { CreditNote } from '../records/credit-note.table.js';
import { type CreditSource, creditSource, type Purchase } from '../composing/credit-source.js';

interface Needs extends Pick<
  CreditNotesNeeds,
  'billingEntities' | 'invoices' | 'fees' | 'walletTopUps' | 'changes'
> {
  readonly settlement: InvoiceSettlement;
}

/** An invoice whose customer is locked, and what can be credited of it. */
export interface LockedSource {
  readonly locked: LockedInvoice;
  readonly source: CreditSource;
}

/** Issues credit notes. Source: credit-notes.md §1–3. */
export class CreditNoteIssuing {
  constructor(private readonly needs: Needs) {}

  /** Locks the customer of an invoice. @throws AppError `invoice_not_found`; `test_clock_advancing`. */
  async lock(tx: Tx, actor: Actor, invoiceId: string): Promise<LockedSource> {
    const locked = await this.needs.settlement.lock(tx, actor, invoiceId);
    return { locked, source: await this.sourceOf(tx, actor, locked.invoice) };
  }

  /**
   * Creates a numbered credit note, records it, and applies its offset to the invoice.
   * @returns null if rounding leaves nothing to credit.
   */
  async issue(
    tx: Tx,
    actor: Actor,
    { locked, source }: LockedSource,
    draft: CreditNoteDraft,
  ): Promise<CreditNote | null> {
    const on = await this.today(tx, actor, locked);
    const composed = composeCreditNote(source, draft, { at: locked.now, on, customer: locked.customer });
    if (composed === null) return null;
    const { note, items, taxes } = composed;
    await creditNoteRepository.insert(tx, note, items, taxes);
    if (note.status === 'finalized') await this.settle(tx, actor, locked, note);
    return note;
  }

  /** Announces a final credit note, and applies its offset to the invoice. Source: credit-notes.md §2.2. */
  async settle(tx: Tx, actor: Actor, locked: LockedInvoice, note: CreditNote): Promise<void> {
    const { changes, settlement, walletTopUps } = this.needs;
    const { customer, invoice } = locked;
    await changes.announce(tx, actor, { type: 'credit_note.created', note, invoice, customer });
    const { offsetAmountCents } = note;
    if (offsetAmountCents > 0n) await settlement.addOffset(tx, actor, locked, offsetAmountCents);
    if (locked.invoice.invoiceType === 'credit' && note.refundAmountCents > 0n)
      await walletTopUps.refund(tx, actor, locked, note);
  }

  /** Reads an invoice with all that determines what can be credited of it. */
  async sourceOf(db: Db, actor: Actor, invoice: Invoice): Promise<CreditSource> {
    const { organizationId } = actor;
    const { invoices, fees } = this.needs;
    const { id } = invoice;
    const invoiceFees = (await fees.ofInvoices(db, actor, [id])).get(id) ?? [];
    const notes = await creditNoteRepository.findByInvoices(db, organizationId, [id]);
    const noteIds = notes.map((note) => note.id);
    return creditSource({
      invoice,
      purchase: invoice.invoiceType === 'credit' ? await this.purchaseOf(db, actor, invoice) : null,
      fees: invoiceFees,
      feeTaxes: await fees.appliedTaxes(
        db,
        actor,
        invoiceFees.map((fee) => fee.id),
      ),
      invoiceTaxes: (await invoices.appliedTaxes(db, actor, [id])).get(id) ?? [],
      notes,
      noteTaxes: await creditNoteRepository.findTaxes(db, organizationId, noteIds),
      items: await creditNoteRepository.findItems(db, organizationId, noteIds),
    });
  }

  private async purchaseOf(db: Db, actor: Actor, { id }: Invoice): Promise<Purchase> {
    const { transaction, wallet } = await this.needs.walletTopUps.purchaseOf(db, actor, id);
    return { isUsable: wallet.status === 'active', leftCents: transaction.remainingAmountCents };
  }

  /** The local date of issue. Source: credit-notes.md §1. */
  private async today(db: Db, actor: Actor, { invoice, customer, now }: LockedInvoice): Promise<string> {
    const entity = await this.needs.billingEntities.getWithArchived(db, actor, invoice.billingEntityId);
    return localDate(now, billingSettingsOf(customer, entity).timezone).toString();
  }
}
