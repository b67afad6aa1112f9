import { Big, divideAt, sum } from '../../../core/money/decimal.js';
import { spread, wholeParts } from '../../../core/money/spread.js';
import type { CreditNote, CreditNoteItem } from '../../credit-notes/records/credit-note.table.js';
import type { SentFee } from '../../invoices/composing/provided-taxes.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';

/** Decimal places of the share of coupons that belongs to an item. */
const SHARE_SCALE = 15;

/**
 * The fees that a note credits, each with the amount that is reported of it: less its share of coupons, in whole minor units that add up to the sub
 * total of the note. Rounding may leave the last note of an invoice more or less than its items; its fees then share the sub total by these.
 * @returns amounts above 0, in the order of the items. Source: integrations.md §7 "Lines".
 */
export function creditedFees(
  { subTotalExcludingTaxesAmountCents }: Pick<CreditNote, 'subTotalExcludingTaxesAmountCents'>,
  items: readonly CreditNoteItem[],
  fees: ReadonlyMap<string, Fee>,
): SentFee[] {
  const credited = [...Map.groupBy(items, ({ feeId }) => feeId)].flatMap(([feeId, ofFee]) => {
    const fee = fees.get(feeId);
    return fee === undefined ? [] : [{ fee, cents: sum(ofFee.map(preciseCents)) }];
  });
  const subTotal = new Big(subTotalExcludingTaxesAmountCents);
  const amounts =
    wholeParts(credited.map(netCents), subTotal) ??
    spread(
      subTotal,
      credited.map(({ cents }) => cents),
      0,
    );
  return credited
    .map(({ fee }, index) => ({ fee, amount: amounts[index] ?? new Big(0) }))
    .filter(({ amount }) => amount.gt(0));
}

function preciseCents({ preciseAmountCents }: CreditNoteItem): Big {
  return new Big(preciseAmountCents);
}

/** The part of a fee that is credited, less its share of coupons. */
function netCents({ fee, cents }: { readonly fee: Fee; readonly cents: Big }): Big {
  const { amountCents, preciseCouponsAmountCents: coupons } = fee;
  if (amountCents === 0n) return cents;
  return cents.minus(divideAt(cents.times(coupons), new Big(amountCents), SHARE_SCALE));
}
