import { creditNoteAmounts, NO_TAXES_GIVEN_BACK } from '../../core/credit-note-amounts.js';
import { Big, ZERO } from '../../core/decimal.js';
import { roundHalfAwayFromZero } from '../../core/money.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import { creditedUsage, progressiveShares, usageCents } from '../invoices/composing/progressive-credit.js';
import type { OverbilledUsage, ProgressiveNotes } from '../invoices/composing/progressive-notes.js';
import type { FeeService } from '../invoices/records/fee.service.js';
import type { InvoiceService } from '../invoices/records/invoice.service.js';
import { allAsCredit } from './credit-note-composition.js';
import type { CreditNoteIssuing } from './credit-note-issuing.service.js';
import { creditNoteRepository } from './credit-note.repository.js';
import { checkInvoice } from './credit-note.rules.js';
import type { CreditNote } from './credit-note.table.js';
import {
  creditableOf,
  creditedFee,
  type CreditedItem,
  type CreditSource,
  type SourceFee,
} from './credit-source.js';

interface Dependencies {
  readonly invoices: InvoiceService;
  readonly fees: FeeService;
  readonly issuing: CreditNoteIssuing;
}

/** Credits usage that progressive invoices have billed and that was not used. Source: progressive-billing.md §6, ADR 0096. */
export class ProgressiveNotesService implements ProgressiveNotes {
  constructor(private readonly dependencies: Dependencies) {}

  async notedCents(tx: Tx, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, bigint>> {
    const notes = await creditNoteRepository.findByInvoices(tx, actor.organizationId, invoiceIds);
    const voidedIds = notes.filter(isVoided).map(({ id }) => id);
    const used =
      voidedIds.length === 0
        ? new Map<string, bigint>()
        : await this.dependencies.invoices.usedOfCreditNotes(tx, actor, voidedIds);
    const noted = new Map<string, bigint>();
    for (const note of notes) {
      const cents = givenBackCents(note, used.get(note.id) ?? 0n);
      noted.set(note.invoiceId, (noted.get(note.invoiceId) ?? 0n) + cents);
    }
    return noted;
  }

  async credit(tx: Tx, actor: Actor, overbilled: readonly OverbilledUsage[]): Promise<void> {
    for (const { invoiceIds, excessCents } of overbilled) {
      let left = new Big(excessCents);
      for (const invoiceId of invoiceIds) {
        // Less than a cent may be left by divisions.
        if (left.lt(1)) break;
        left = left.minus(await this.creditInvoice(tx, actor, invoiceId, left));
      }
    }
  }

  /** @returns the amount that was credited, less coupons and before taxes: as much of the excess as is left of the invoice. */
  private async creditInvoice(tx: Tx, actor: Actor, invoiceId: string, excess: Big): Promise<Big> {
    const { issuing } = this.dependencies;
    const locked = await issuing.lock(tx, actor, invoiceId);
    // Nothing can be given back of an invoice that waits for its taxes; billing is repeated until it has them.
    checkInvoice(locked.source.invoice);
    const shares = await this.sharesOf(tx, actor, locked.source);
    const { items, credited } = itemsOf(locked.source, shares, excess);
    const amounts = creditNoteAmounts(items.map(creditedFee), NO_TAXES_GIVEN_BACK);
    await issuing.issue(tx, actor, locked, {
      reason: 'other',
      description: null,
      metadata: null,
      items,
      amounts,
      parts: allAsCredit(amounts),
    });
    return credited;
  }

  /** The part of each fee that the invoice was credited for earlier progressive invoices, by fee id. */
  private async sharesOf(tx: Tx, actor: Actor, { invoice, fees }: CreditSource): Promise<Map<string, Big>> {
    const { invoices, fees: feeService } = this.dependencies;
    const credits = (await invoices.credits(tx, actor, [invoice.id])).get(invoice.id) ?? [];
    const earlier = credits.filter(({ itemType }) => itemType === 'invoice');
    if (earlier.length === 0) return new Map();
    const earlierIds = earlier.map(({ itemId }) => itemId);
    const known = await invoices.getMany(tx, actor, earlierIds);
    const billed = await feeService.ofInvoices(tx, actor, earlierIds);
    const own = fees.map(({ fee }) => fee);
    const credited = earlier.map(({ itemId, amountCents: creditCents }) => {
      const billedFees = billed.get(itemId) ?? [];
      const capCents = usageCents(own, billedFees);
      const billing = expectPresent(known.get(itemId), 'a credited invoice');
      return creditedUsage(billing, billedFees, { creditCents, capCents });
    });
    const shares = progressiveShares(own, credited);
    return new Map(own.map(({ id }, index) => [id, shares[index] ?? ZERO]));
  }
}

function isVoided({ creditStatus }: CreditNote): boolean {
  return creditStatus === 'voided';
}

/**
 * What a note has given back, before taxes. Of a voided one, what was refunded or offset, and what invoices had used before.
 * @param usedCents of a voided note.
 */
function givenBackCents(note: CreditNote, usedCents: bigint): bigint {
  const { subTotalExcludingTaxesAmountCents: cents, totalAmountCents } = note;
  if (!isVoided(note)) return cents;
  const kept = new Big(note.refundAmountCents + note.offsetAmountCents + usedCents);
  return roundHalfAwayFromZero(kept.times(String(cents)).div(totalAmountCents));
}

/**
 * The fees to credit, largest first, until their amounts less coupons cover the excess or nothing is left of them. What an earlier
 * progressive invoice has billed of a fee was paid there, so that it is credited like the rest.
 */
function itemsOf(
  { fees }: CreditSource,
  shares: ReadonlyMap<string, Big>,
  excess: Big,
): { readonly items: readonly CreditedItem[]; readonly credited: Big } {
  const largestFirst = fees.toSorted((one, other) => Number(other.fee.amountCents - one.fee.amountCents));
  const items: CreditedItem[] = [];
  let left = excess;
  for (const source of largestFirst) {
    const fee = withoutShare(source, shares.get(source.fee.id) ?? ZERO);
    const { amountCents, preciseCouponsAmountCents } = fee.fee;
    const netCents = new Big(amountCents).minus(preciseCouponsAmountCents);
    if (left.lte(0) || netCents.lte(0)) continue;
    const share = left.times(amountCents).div(netCents);
    const creditable = new Big(creditableOf(source));
    const credited = share.lt(creditable) ? share : creditable;
    if (credited.lte(0)) continue;
    items.push({ fee, amountCents: credited });
    left = left.minus(credited.times(netCents).div(amountCents));
  }
  return { items, credited: excess.minus(left) };
}

function withoutShare(source: SourceFee, share: Big): SourceFee {
  const coupons = new Big(source.fee.preciseCouponsAmountCents).minus(share);
  return { ...source, fee: { ...source.fee, preciseCouponsAmountCents: coupons.toFixed() } };
}
