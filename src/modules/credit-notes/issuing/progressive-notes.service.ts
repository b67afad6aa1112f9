import { creditNoteAmounts } from '../../../core/credit-notes/credit-note-amounts.js';
import { Big, sum, ZERO } from '../../../core/money/decimal.js';
import { roundHalfAwayFromZero } from '../../../core/money/money.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { creditShares } from '../../invoices/composing/progressive-credit.js';
import type { ProgressiveNotes } from '../../invoices/composing/progressive-notes.js';
import type { OverbilledUsage } from '../../invoices/invoice.changes.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import type { CreditNotesNeeds } from '../credit-notes.needs.js';
import { allAsCredit } from '../composing/credit-note-composition.js';
import type { CreditNoteIssuing } from './credit-note-issuing.service.js';
import { creditNoteRepository } from '../records/credit-note.repository.js';
import { checkInvoice } from '../composing/credit-note.rules.js';
import type { CreditNote, CreditNoteItem } from '../records/credit-note.table.js';
import {
  amountsOf,
  creditableOf,
  creditedFee,
  type CreditedItem,
  type CreditSource,
} from '../composing/credit-source.js';

interface Needs extends Pick<CreditNotesNeeds, 'invoices' | 'fees'> {
  readonly issuing: CreditNoteIssuing;
}

/** Credits usage that progressive invoices have billed and that was not used. Source: progressive-billing.md §6, ADR 0096. */
export class ProgressiveNotesService implements ProgressiveNotes {
  constructor(private readonly needs: Needs) {}

  async notedCents(tx: Tx, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, bigint>> {
    const notes = await creditNoteRepository.findByInvoices(tx, actor.organizationId, invoiceIds);
    const voidedIds = notes.filter(isVoided).map(({ id }) => id);
    const used =
      voidedIds.length === 0
        ? new Map<string, bigint>()
        : await this.needs.invoices.usedOfCreditNotes(tx, actor, voidedIds);
    const noteIds = notes.map(({ id }) => id);
    const items = await creditNoteRepository.findItems(tx, actor.organizationId, noteIds);
    const byNote = Map.groupBy(items, ({ creditNoteId }) => creditNoteId);
    const notedIds = [...new Set(notes.map(({ invoiceId }) => invoiceId))];
    const fees =
      notedIds.length === 0
        ? new Map<string, Fee[]>()
        : await this.needs.fees.ofInvoices(tx, actor, notedIds);
    const noted = new Map<string, bigint>();
    for (const [invoiceId, ofInvoice] of Map.groupBy(notes, (note) => note.invoiceId)) {
      const own = fees.get(invoiceId) ?? [];
      const shares = await this.sharesOf(tx, actor, invoiceId, own);
      const cents = ofInvoice.map((note) => {
        const gross = grossCents(note, byNote.get(note.id) ?? [], own, shares);
        return keptCents(note, gross, used.get(note.id) ?? 0n);
      });
      noted.set(
        invoiceId,
        cents.reduce((all, each) => all + each, 0n),
      );
    }
    return noted;
  }

  /**
   * Issues credit notes for overbilled usage, as far as the invoices can be credited.
   * @throws AppError kind `notAllowed`, `invalid_type_or_status` for an invoice that waits for its taxes.
   */
  async credit(tx: Tx, actor: Actor, overbilled: readonly OverbilledUsage[]): Promise<void> {
    for (const { invoiceIds, excessCents } of overbilled) {
      let left = excessCents;
      for (const invoiceId of invoiceIds) {
        if (left === 0n) break;
        left -= await this.creditInvoice(tx, actor, invoiceId, left);
      }
    }
  }

  /** @returns the amount that was credited, before coupons and taxes: as much of the excess as is left of the invoice. */
  private async creditInvoice(tx: Tx, actor: Actor, invoiceId: string, excessCents: bigint): Promise<bigint> {
    const { issuing } = this.needs;
    const locked = await issuing.lock(tx, actor, invoiceId);
    const { source } = locked;
    // Nothing can be given back of an invoice that waits for its taxes; billing is repeated until it has them.
    checkInvoice(source.invoice);
    const { items, creditedCents } = itemsOf(source, excessCents);
    if (items.length === 0) return 0n;
    const own = source.fees.map(({ fee }) => fee);
    const shares = await this.sharesOf(tx, actor, invoiceId, own);
    const amounts =
      shares.size === 0
        ? amountsOf(source, items)
        : creditNoteAmounts(items.map((item) => creditedFee(withoutShare(item, shares))));
    await issuing.issue(tx, actor, locked, {
      reason: 'other',
      description: null,
      metadata: null,
      items,
      amounts,
      parts: allAsCredit(amounts),
    });
    return creditedCents;
  }

  /** The part of each fee that the invoice was credited for earlier progressive invoices, by fee id. */
  private async sharesOf(
    tx: Tx,
    actor: Actor,
    invoiceId: string,
    own: readonly Fee[],
  ): Promise<Map<string, Big>> {
    const { invoices, fees } = this.needs;
    const credits = (await invoices.credits(tx, actor, [invoiceId])).get(invoiceId) ?? [];
    const earlier = credits.filter(({ itemType }) => itemType === 'invoice');
    if (earlier.length === 0) return new Map();
    const billed = await fees.ofInvoices(
      tx,
      actor,
      earlier.map(({ itemId }) => itemId),
    );
    const shares = creditShares(
      own,
      earlier.map(({ itemId, amountCents: creditCents }) => ({
        fees: billed.get(itemId) ?? [],
        creditCents,
      })),
    );
    return new Map(own.map(({ id }, index) => [id, shares[index] ?? ZERO]));
  }
}

function isVoided({ creditStatus }: CreditNote): boolean {
  return creditStatus === 'voided';
}

/**
 * The items of a note, less what it has deducted from them for earlier progressive invoices. That is what its adjustment holds
 * beyond the coupons of the fees: all of it in a note by hand, nothing in one for overbilled usage.
 */
function grossCents(
  note: CreditNote,
  items: readonly CreditNoteItem[],
  fees: readonly Fee[],
  shares: ReadonlyMap<string, Big>,
): bigint {
  const cents = items.reduce((all, { amountCents }) => all + amountCents, 0n);
  if (shares.size === 0) return cents;
  const byId = new Map(fees.map((fee) => [fee.id, fee]));
  const coupons = items.map(({ feeId, preciseAmountCents }) => {
    const fee = byId.get(feeId);
    if (fee === undefined || fee.amountCents === 0n) return ZERO;
    const ofFee = new Big(fee.preciseCouponsAmountCents).minus(shares.get(feeId) ?? ZERO);
    return ofFee.times(preciseAmountCents).div(fee.amountCents);
  });
  const deducted = new Big(note.preciseCouponsAdjustmentAmountCents).minus(sum(coupons));
  return roundHalfAwayFromZero(new Big(cents).minus(deducted));
}

/** Of a voided note, what was refunded or offset, and what invoices had used before. @param usedCents of a voided note. */
function keptCents(note: CreditNote, cents: bigint, usedCents: bigint): bigint {
  if (!isVoided(note)) return cents;
  const kept = new Big(note.refundAmountCents + note.offsetAmountCents + usedCents);
  return roundHalfAwayFromZero(kept.times(String(cents)).div(note.totalAmountCents));
}

/** The fees to credit, largest first, until their amounts cover the excess or nothing is left of them. */
function itemsOf(
  { fees }: CreditSource,
  excessCents: bigint,
): { readonly items: readonly CreditedItem[]; readonly creditedCents: bigint } {
  const largestFirst = fees.toSorted((one, other) => Number(other.fee.amountCents - one.fee.amountCents));
  const items: CreditedItem[] = [];
  let left = excessCents;
  for (const fee of largestFirst) {
    const creditable = creditableOf(fee);
    const credited = left < creditable ? left : creditable;
    if (credited <= 0n) continue;
    items.push({ fee, amountCents: new Big(credited) });
    left -= credited;
  }
  return { items, creditedCents: excessCents - left };
}

/** An earlier progressive invoice was paid for its share of the fee, so that it is credited like the rest, not deducted. */
function withoutShare(
  { fee: source, amountCents }: CreditedItem,
  shares: ReadonlyMap<string, Big>,
): CreditedItem {
  const share = shares.get(source.fee.id) ?? ZERO;
  const coupons = new Big(source.fee.preciseCouponsAmountCents).minus(share);
  return {
    fee: { ...source, fee: { ...source.fee, preciseCouponsAmountCents: coupons.toFixed() } },
    amountCents,
  };
}
