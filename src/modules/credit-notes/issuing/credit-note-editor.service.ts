import { creditNoteEstimate } from '../../../core/credit-notes/credit-note-estimate.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { invalid, notAllowed } from '../../../platform/errors/app-error.js';
import {
  type MetadataChange,
  type MetadataMap,
  metadataMergedWith,
  metadataSetTo,
  metadataWithout,
} from '../../../platform/metadata/metadata-map.js';
import { type DocumentFailure, withOutcome } from '../../invoices/records/error-details.js';
import type { InvoiceSettlement } from '../../invoices/settlement/invoice-settlement.service.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { CreditNotesNeeds } from '../credit-notes.needs.js';
import type { CreditNoteEstimate } from '../composing/credit-note-estimate.js';
import type {
  CreateCreditNote,
  DeleteCreditNoteMetadata,
  EstimateCreditNote,
  MergeCreditNoteMetadata,
  SetCreditNoteMetadata,
  UpdateCreditNote,
} from '../records/credit-note.input.js';
import type { CreditNoteIssuing } from './credit-note-issuing.service.js';
import { voidedBalance } from '../composing/credit-note-composition.js';
import { creditNoteRepository } from '../records/credit-note.repository.js';
import {
  checkInvoice,
  checkItems,
  checkParts,
  checkPurchase,
  checkTexts,
} from '../composing/credit-note.rules.js';
import type { CreditNoteService } from './credit-note.service.js';
import type { CreditNote } from '../records/credit-note.table.js';
import { amountsOf, creditableInvoice } from '../composing/credit-source.js';

interface Needs extends Pick<CreditNotesNeeds, 'changes' | 'clock' | 'invoices'> {
  readonly settlement: InvoiceSettlement;
  readonly creditNotes: CreditNoteService;
  readonly issuing: CreditNoteIssuing;
}

/** A note whose customer is locked. */
interface LockedNote {
  readonly note: CreditNote;
  readonly customer: Customer;
  readonly now: Date;
}

/** Creates, estimates and changes credit notes for callers of the API. Source: credit-notes.md §2, §6. */
export class CreditNoteEditor {
  constructor(private readonly needs: Needs) {}

  /**
   * Creates a credit note for an issued invoice.
   * @throws AppError `invoice_not_found`, `fee_not_found`; kind `notAllowed`: `invalid_type_or_status`,
   *   `test_clock_advancing`; `validation_errors` (credit-notes.md §2).
   */
  async create(tx: Tx, actor: Actor, input: CreateCreditNote): Promise<CreditNote> {
    const { issuing } = this.needs;
    const locked = await issuing.lock(tx, actor, input.invoiceId);
    const { source } = locked;
    checkInvoice(source.invoice);
    checkPurchase(source, (input.creditAmountCents ?? 0n) === 0n && (input.refundAmountCents ?? 0n) === 0n);
    const metadata = checkTexts(input);
    const items = checkItems(source, input.items);
    const amounts = amountsOf(source, items);
    const parts = {
      creditAmountCents: input.creditAmountCents ?? 0n,
      refundAmountCents: input.refundAmountCents ?? 0n,
      offsetAmountCents: input.offsetAmountCents ?? 0n,
    };
    checkParts(parts, amounts, creditableInvoice(source));
    const { reason, description = null } = input;
    const draft = { reason: reason ?? ('other' as const), description, metadata, items, amounts, parts };
    const note = await issuing.issue(tx, actor, locked, draft);
    if (note === null) throw invalid({ base: ['total_amount_must_be_positive'] });
    return note;
  }

  /** Estimates a credit note. @throws AppError as `create`, for invoice and items. Source: credit-notes.md §3.4. */
  async estimate(
    db: Db,
    actor: Actor,
    { invoiceId, items: requested }: EstimateCreditNote,
  ): Promise<CreditNoteEstimate> {
    const { invoices, issuing } = this.needs;
    const invoice = await invoices.get(db, actor, invoiceId);
    checkInvoice(invoice);
    const source = await issuing.sourceOf(db, actor, invoice);
    checkPurchase(source, false);
    const amounts = amountsOf(source, checkItems(source, requested));
    const { currency: amountCurrency } = invoice;
    return {
      invoiceId: invoice.id,
      invoiceNumber: invoice.number,
      currency: invoice.currency,
      preciseTaxesAmountCents: amounts.preciseTaxesAmountCents.toFixed(),
      taxesRate: amounts.taxesRatePercent.toNumber(),
      subTotalExcludingTaxesAmountCents: amounts.subTotalExcludingTaxesAmountCents,
      couponsAdjustmentAmountCents: amounts.couponsAdjustmentAmountCents,
      preciseCouponsAdjustmentAmountCents: amounts.preciseCouponsAdjustmentAmountCents.toFixed(),
      ...creditNoteEstimate(amounts, creditableInvoice(source)),
      items: requested.map(({ feeId, amountCents }) => ({ feeId, amountCents })),
      appliedTaxes: amounts.appliedTaxes.map(({ tax, baseAmountCents, amountCents }) => ({
        taxId: tax.isProvided ? null : tax.id,
        taxCode: tax.code,
        taxName: tax.name,
        taxDescription: tax.description,
        taxRate: tax.ratePercent.toNumber(),
        baseAmountCents,
        amountCents,
        amountCurrency,
      })),
    };
  }

  /**
   * Sets the status of the refund, and adds or changes metadata.
   * @throws AppError `credit_note_not_found`; `refundStatus: value_is_invalid` also for a note without a refund;
   *   `metadata` (rest-conventions.md §11). Source: credit-notes.md §6.
   */
  async update(tx: Tx, actor: Actor, { id, refundStatus, metadata }: UpdateCreditNote): Promise<CreditNote> {
    const { note, customer, now } = await this.lock(tx, actor, id);
    if (refundStatus !== undefined && (refundStatus === null || note.refundStatus === null)) {
      throw invalid({ refundStatus: ['value_is_invalid'] });
    }
    const change = metadata === null ? metadataSetTo(null) : metadataMergedWith(metadata);
    const changed: CreditNote = {
      ...note,
      refundStatus: refundStatus ?? note.refundStatus,
      refundedAt: refundStatus === undefined ? note.refundedAt : refundStatus === 'succeeded' ? now : null,
      metadata: checkTexts({ metadata: change(note.metadata) }),
      updatedAt: now,
    };
    await creditNoteRepository.update(tx, changed);
    await this.announceRefund(tx, actor, { before: note, note: changed, customer });
    return changed;
  }

  /** Records the outcome of a refund by the payment provider. Source: payments.md §8. */
  async recordRefund(
    tx: Tx,
    actor: Actor,
    id: string,
    refundStatus: 'succeeded' | 'failed',
  ): Promise<CreditNote> {
    const { note, customer, now } = await this.lock(tx, actor, id);
    const refundedAt = refundStatus === 'succeeded' ? now : null;
    const changed: CreditNote = { ...note, refundStatus, refundedAt, updatedAt: now };
    await creditNoteRepository.update(tx, changed);
    await this.announceRefund(tx, actor, { before: note, note: changed, customer });
    return changed;
  }

  /**
   * Records that the note could not be reported to the tax provider; null: that it was. The caller has locked the customer.
   * @returns the note; null for one that was deleted. Source: integrations.md §6.
   */
  async recordTaxReport(
    tx: Tx,
    actor: Actor,
    id: string,
    failure: DocumentFailure | null,
  ): Promise<CreditNote | null> {
    const { clock, creditNotes } = this.needs;
    const note = (await creditNotes.getVisible(tx, actor, [id])).get(id);
    if (note === undefined) return null;
    const errorDetails = withOutcome(note.errorDetails, 'tax_error', failure);
    if (errorDetails === note.errorDetails) return note;
    const changed: CreditNote = { ...note, errorDetails, updatedAt: clock.now() };
    await creditNoteRepository.update(tx, changed);
    return changed;
  }

  /**
   * Voids the balance of a credit note; its refund is not affected.
   * @throws AppError `credit_note_not_found`; kind `notAllowed`: `no_voidable_amount`. Source: credit-notes.md §6.
   */
  async void(tx: Tx, actor: Actor, id: string): Promise<CreditNote> {
    const { note, customer, now } = await this.lock(tx, actor, id);
    if (note.balanceAmountCents === 0n) throw notAllowed('no_voidable_amount');
    const changed: CreditNote = { ...note, ...voidedBalance(now) };
    await creditNoteRepository.update(tx, changed);
    await this.needs.changes.announce(tx, actor, { type: 'credit_note.voided', note: changed, customer });
    return changed;
  }

  /** Replaces the whole map; null clears it. @throws AppError `credit_note_not_found`, `validation_errors`. */
  setMetadata(tx: Tx, actor: Actor, { id, metadata }: SetCreditNoteMetadata): Promise<MetadataMap | null> {
    if (metadata === undefined) throw invalid({ metadata: ['value_is_mandatory'] });
    return this.changeMetadata(tx, actor, id, metadataSetTo(metadata));
  }

  /** Adds and changes keys; null changes nothing. @throws AppError as `setMetadata`. */
  mergeMetadata(
    tx: Tx,
    actor: Actor,
    { id, metadata }: MergeCreditNoteMetadata,
  ): Promise<MetadataMap | null> {
    return this.changeMetadata(tx, actor, id, metadataMergedWith(metadata));
  }

  /** @throws AppError `credit_note_not_found`; `metadata_not_found` if the note has none. */
  deleteMetadata(tx: Tx, actor: Actor, { id, key }: DeleteCreditNoteMetadata): Promise<MetadataMap | null> {
    return this.changeMetadata(tx, actor, id, metadataWithout(key ?? null));
  }

  private async changeMetadata(
    tx: Tx,
    actor: Actor,
    id: string,
    change: MetadataChange,
  ): Promise<MetadataMap | null> {
    const { note, now } = await this.lock(tx, actor, id);
    const metadata = checkTexts({ metadata: change(note.metadata) });
    await creditNoteRepository.update(tx, { ...note, metadata, updatedAt: now });
    return metadata;
  }

  /** Locks the customer of a note, so that no invoice uses its balance meanwhile. */
  private async lock(tx: Tx, actor: Actor, id: string): Promise<LockedNote> {
    const { creditNotes, settlement } = this.needs;
    const { invoiceId } = await creditNotes.get(tx, actor, id);
    const { customer, now } = await settlement.lock(tx, actor, invoiceId);
    return { note: await creditNotes.get(tx, actor, id), customer, now };
  }

  private async announceRefund(
    tx: Tx,
    actor: Actor,
    { before, note, customer }: { before: CreditNote; note: CreditNote; customer: Customer },
  ): Promise<void> {
    if (note.refundStatus !== 'succeeded' || before.refundStatus === 'succeeded') return;
    await this.needs.changes.announce(tx, actor, { type: 'credit_note.refunded', note, customer });
  }
}
