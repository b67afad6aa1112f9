import { creditNoteEstimate } from '../../../core/credit-notes/credit-note-estimate.js';
import { creditableCents, refundableCents } from '../../../core/credit-notes/credit-note-limits.js';
import { CREDIT_NOTE_SCALE } from '../../../core/credit-notes/credit-note-amounts.js';
import { Big, divideAt, sum, ZERO } from '../../../core/money/decimal.js';
import { roundHalfAwayFromZero } from '../../../core/money/money.js';
import { spread } from '../../../core/money/spread.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { invalid } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { type InvoiceVoiding, requireVoidable } from '../../invoices/issuing/invoice-voiding.service.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { LockedInvoice } from '../../invoices/settlement/locked-invoice.js';
import type { VoidInvoice } from '../records/credit-note.input.js';
import type { CreditNoteIssuing, LockedSource } from './credit-note-issuing.service.js';
import {
  amountsOf,
  creditableInvoice,
  creditableOf,
  type CreditedItem,
  type CreditSource,
} from '../composing/credit-source.js';

interface Needs {
  readonly issuing: CreditNoteIssuing;
  readonly voiding: InvoiceVoiding;
}

/** What a caller wants back of a voided invoice; the rest of it is credited by a note without a balance. */
interface GivenBack {
  readonly creditAmountCents: bigint;
  readonly refundAmountCents: bigint;
}

/** Voids invoices for callers of the API, with credit notes if they want some. Source: invoices.md §7. */
export class InvoiceVoids {
  constructor(private readonly needs: Needs) {}

  /**
   * Voids a finalized invoice.
   * @throws AppError `invoice_not_found`; kind `notAllowed`: `not_voidable`, `test_clock_advancing`; `validation_errors`:
   *   `creditRefundAmount: total_amount_exceeds_invoice_amount` for more than can be credited or refunded.
   */
  async void(tx: Tx, actor: Actor, { id, generateCreditNote, ...sent }: VoidInvoice): Promise<Invoice> {
    const { issuing, voiding } = this.needs;
    const { locked, source } = await issuing.lock(tx, actor, id);
    requireVoidable(locked.invoice);
    const givenBack = {
      creditAmountCents: sent.creditAmount ?? 0n,
      refundAmountCents: sent.refundAmount ?? 0n,
    };
    check(givenBack);
    if (generateCreditNote === true) checkLimits(source, givenBack);
    const invoice = await voiding.void(tx, actor, locked, {
      returnsPayments: generateCreditNote !== true,
    });
    if (generateCreditNote === true) {
      const voided = { ...locked, invoice };
      await this.giveBack(tx, actor, { locked: voided, source: { ...source, invoice } }, givenBack);
      await this.creditRest(tx, actor, voided);
    }
    return invoice;
  }

  /** Issues a note over the requested amounts: the same part of all that can be credited of each fee. */
  private async giveBack(tx: Tx, actor: Actor, locked: LockedSource, parts: GivenBack): Promise<void> {
    const totalCents = parts.creditAmountCents + parts.refundAmountCents;
    if (totalCents === 0n) return;
    const { source } = locked;
    const all = restOf(source);
    const worth = creditNoteEstimate(
      amountsOf(source, all),
      creditableInvoice(source),
    ).maxCreditableAmountCents;
    const items = totalCents >= worth ? all : partOf(all, totalCents, worth);
    await this.issue(tx, actor, locked, items, { parts, isVoided: false });
  }

  /** Issues a note over what can still be credited, and voids it, so that nothing can be. */
  private async creditRest(tx: Tx, actor: Actor, locked: LockedInvoice): Promise<void> {
    const source = await this.needs.issuing.sourceOf(tx, actor, locked.invoice);
    const items = restOf(source);
    if (items.length === 0) return;
    const creditAmountCents = amountsOf(source, items).worthCents;
    const parts = { creditAmountCents, refundAmountCents: 0n };
    await this.issue(tx, actor, { locked, source }, items, { parts, isVoided: true });
  }

  private async issue(
    tx: Tx,
    actor: Actor,
    locked: LockedSource,
    items: readonly CreditedItem[],
    { parts, isVoided }: { readonly parts: GivenBack; readonly isVoided: boolean },
  ): Promise<void> {
    await this.needs.issuing.issue(tx, actor, locked, {
      reason: 'other',
      description: null,
      metadata: null,
      items,
      amounts: amountsOf(locked.source, items),
      parts: { ...parts, offsetAmountCents: 0n },
      isVoided,
    });
  }
}

/** All that can still be credited of each fee. */
function restOf(source: CreditSource): CreditedItem[] {
  const rest = source.fees.map((fee) => ({ fee, amountCents: new Big(creditableOf(fee)) }));
  return rest.filter(({ amountCents }) => amountCents.gt(0));
}

/** The same part of each item. */
function partOf(items: readonly CreditedItem[], part: bigint, whole: bigint): CreditedItem[] {
  const weights = items.map(({ amountCents }) => amountCents);
  const cents = divideAt(sum(weights).times(String(part)), new Big(whole), CREDIT_NOTE_SCALE);
  const shares = spread(cents, weights, CREDIT_NOTE_SCALE);
  return items.map(({ fee }, index) => ({ fee, amountCents: shares[index] ?? ZERO }));
}

/** @throws AppError `validation_errors`. */
function check({ creditAmountCents, refundAmountCents }: GivenBack): void {
  const errors = new FieldErrors();
  if (creditAmountCents < 0n) errors.add('creditAmount', 'value_is_invalid');
  if (refundAmountCents < 0n) errors.add('refundAmount', 'value_is_invalid');
  errors.throwIfAny();
}

/** @throws AppError `validation_errors`. */
function checkLimits(source: CreditSource, { creditAmountCents, refundAmountCents }: GivenBack): void {
  const limits = creditableInvoice(source);
  const creditable = roundHalfAwayFromZero(creditableCents(limits));
  const isTooMuch =
    creditAmountCents + refundAmountCents > creditable ||
    refundableCents(limits).lt(refundAmountCents.toString());
  if (isTooMuch) throw invalid({ creditRefundAmount: ['total_amount_exceeds_invoice_amount'] });
}
