import { creditNoteAmounts, NO_TAXES_GIVEN_BACK } from '../../core/credit-note-amounts.js';
import { Big, ZERO } from '../../core/decimal.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { notAllowed } from '../../platform/errors/app-error.js';
import { progressiveShares } from '../invoices/composing/progressive-credit.js';
import type { OverbilledUsage, ProgressiveNotes } from '../invoices/composing/progressive-notes.js';
import type { FeeService } from '../invoices/records/fee.service.js';
import type { InvoiceService } from '../invoices/records/invoice.service.js';
import { allAsCredit } from './credit-note-composition.js';
import type { CreditNoteIssuing } from './credit-note-issuing.service.js';
import { creditNoteRepository } from './credit-note.repository.js';
import { checkInvoice } from './credit-note.rules.js';
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

/** Credits usage that progressive invoices have billed and that was not used. Source: progressive-billing.md §6. */
export class ProgressiveNotesService implements ProgressiveNotes {
  constructor(private readonly dependencies: Dependencies) {}

  async notedCents(
    tx: Tx,
    { organizationId }: Actor,
    invoiceIds: readonly string[],
  ): Promise<Map<string, bigint>> {
    const notes = await creditNoteRepository.findByInvoices(tx, organizationId, invoiceIds);
    const noted = new Map<string, bigint>();
    for (const { invoiceId, creditStatus, subTotalExcludingTaxesAmountCents: cents } of notes) {
      if (creditStatus !== 'voided') noted.set(invoiceId, (noted.get(invoiceId) ?? 0n) + cents);
    }
    return noted;
  }

  async credit(tx: Tx, actor: Actor, overbilled: readonly OverbilledUsage[]): Promise<void> {
    const { issuing } = this.dependencies;
    for (const { invoiceId, excessCents } of overbilled) {
      const locked = await issuing.lock(tx, actor, invoiceId);
      // Nothing can be given back of an invoice that waits for its taxes; billing is repeated until it has them.
      checkInvoice(locked.source.invoice);
      const shares = await this.sharesOf(tx, actor, locked.source);
      const items = itemsOf(locked.source, shares, excessCents);
      const amounts = creditNoteAmounts(items.map(creditedFee), NO_TAXES_GIVEN_BACK);
      await issuing.issue(tx, actor, locked, {
        reason: 'other',
        description: null,
        metadata: null,
        items,
        amounts,
        parts: allAsCredit(amounts),
      });
    }
  }

  /** The part of each fee that an earlier progressive invoice has billed, by fee id. */
  private async sharesOf(tx: Tx, actor: Actor, { invoice, fees }: CreditSource): Promise<Map<string, Big>> {
    const credits = (await this.dependencies.invoices.credits(tx, actor, [invoice.id])).get(invoice.id) ?? [];
    const earlierIds = credits.flatMap(({ itemType, itemId }) => (itemType === 'invoice' ? itemId : []));
    const earlier =
      earlierIds.length === 0 ? new Map() : await this.dependencies.fees.ofInvoices(tx, actor, earlierIds);
    const own = fees.map(({ fee }) => fee);
    const shares = progressiveShares(own, [...earlier.values()].flat());
    return new Map(own.map(({ id }, index) => [id, shares[index] ?? ZERO]));
  }
}

/**
 * The fees to credit, largest first, until their amounts less coupons cover the excess. What an earlier progressive invoice
 * has billed of a fee was paid there, so that it is credited like the rest.
 * @throws AppError kind `notAllowed`, `creditable_amount_is_less_than_requested`.
 */
function itemsOf(
  { fees }: CreditSource,
  shares: ReadonlyMap<string, Big>,
  excessCents: bigint,
): CreditedItem[] {
  const largestFirst = fees.toSorted((one, other) => Number(other.fee.amountCents - one.fee.amountCents));
  const items: CreditedItem[] = [];
  let left = new Big(excessCents);
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
  // Less than a cent may be left by divisions.
  if (left.gte(1)) throw notAllowed('creditable_amount_is_less_than_requested');
  return items;
}

function withoutShare(source: SourceFee, share: Big): SourceFee {
  const coupons = new Big(source.fee.preciseCouponsAmountCents).minus(share);
  return { ...source, fee: { ...source.fee, preciseCouponsAmountCents: coupons.toFixed() } };
}
