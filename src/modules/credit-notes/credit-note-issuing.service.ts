import { localDate } from '../../core/calendar.js';
import type { Actor } from '../../platform/actor.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { billingSettingsOf } from '../customers/billing-settings.js';
import type { FeeService } from '../invoices/records/fee.service.js';
import type { HeldInvoice, InvoiceSettlement } from '../invoices/settlement/invoice-settlement.service.js';
import type { InvoiceService } from '../invoices/records/invoice.service.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import { composeCreditNote, type CreditNoteDraft } from './credit-note-composition.js';
import type { CreditNoteChange } from './credit-note.changes.js';
import { creditNoteRepository } from './credit-note.repository.js';
import type { CreditNote } from './credit-note.table.js';
import { type CreditSource, creditSource } from './credit-source.js';

interface Dependencies {
  readonly organizations: OrganizationService;
  readonly invoices: InvoiceService;
  readonly settlement: InvoiceSettlement;
  readonly fees: FeeService;
  readonly changes: Changes<CreditNoteChange>;
}

/** An invoice whose customer is held, and what can be given back of it. */
export interface HeldSource {
  readonly held: HeldInvoice;
  readonly source: CreditSource;
}

/** Makes credit notes: complete, in one transaction, or not at all. Source: credit-notes.md §1–3. */
export class CreditNoteIssuing {
  constructor(private readonly dependencies: Dependencies) {}

  /** Holds the customer of an invoice. @throws AppError `invoice_not_found`; `test_clock_advancing`. */
  async hold(tx: Tx, actor: Actor, invoiceId: string): Promise<HeldSource> {
    const held = await this.dependencies.settlement.hold(tx, actor, invoiceId);
    return { held, source: await this.sourceOf(tx, actor, held.invoice) };
  }

  /**
   * Makes a note: numbered, recorded, and what it takes off its invoice taken off.
   * @returns null when rounding leaves nothing to give back.
   */
  async issue(
    tx: Tx,
    actor: Actor,
    { held, source }: HeldSource,
    draft: CreditNoteDraft,
  ): Promise<CreditNote | null> {
    const on = await this.today(tx, actor, held);
    const composed = composeCreditNote(source, draft, { at: held.now, on });
    if (composed === null) return null;
    const { note, items, taxes } = composed;
    await creditNoteRepository.insert(tx, note, items, taxes);
    if (note.status === 'finalized') await this.settle(tx, actor, held, note);
    return note;
  }

  /** Tells of a note that is final, and takes off its invoice what it takes off. Source: credit-notes.md §2.2. */
  async settle(tx: Tx, actor: Actor, held: HeldInvoice, note: CreditNote): Promise<void> {
    const { changes, settlement } = this.dependencies;
    await changes.announce(tx, actor, { type: 'credit_note.created', note, customer: held.customer });
    const { offsetAmountCents } = note;
    if (offsetAmountCents > 0n) await settlement.addOffset(tx, actor, held, offsetAmountCents);
  }

  /** What can be given back of an invoice. */
  async sourceOf(db: Db, actor: Actor, invoice: Invoice): Promise<CreditSource> {
    const { organizationId } = actor;
    const { invoices, fees } = this.dependencies;
    const { id } = invoice;
    const invoiceFees = (await fees.ofInvoices(db, actor, [id])).get(id) ?? [];
    const notes = await creditNoteRepository.findByInvoices(db, organizationId, [id]);
    return creditSource({
      invoice,
      fees: invoiceFees,
      feeTaxes: await fees.appliedTaxes(
        db,
        actor,
        invoiceFees.map((fee) => fee.id),
      ),
      invoiceTaxes: (await invoices.appliedTaxes(db, actor, [id])).get(id) ?? [],
      notes,
      items: await creditNoteRepository.findItems(
        db,
        organizationId,
        notes.map((note) => note.id),
      ),
    });
  }

  /** Source: credit-notes.md §1. */
  private async today(db: Db, actor: Actor, { invoice, customer, now }: HeldInvoice): Promise<string> {
    const entity = await this.dependencies.organizations.billingEntity(db, actor, invoice.billingEntityId);
    return localDate(now, billingSettingsOf(customer, entity).timezone).toString();
  }
}
