import { Big, divideAt, sum, ZERO } from '../../../core/money/decimal.js';
import type { CreditNote, CreditNoteItem } from '../../credit-notes/records/credit-note.table.js';
import type { AccountingLine } from '../../integrations/adapters/accounting/accounting-provider.js';
import { type FeeItems, feeMapping } from '../../invoices/composing/tax-request.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import { codeOf } from './mapped-accounts.js';

/** Decimal places of the taxes of a credited part. */
const TAX_SCALE = 15;

/** The fees of an invoice, in their order. */
export function feeLines(fees: readonly Fee[], items: FeeItems): AccountingLine[] {
  return fees.map((fee) => lineOf(fee, items, fee.amountCents, new Big(fee.taxesPreciseAmountCents)));
}

/** The credited parts of fees, in the order of the items, each with the same part of the fee's taxes. */
export function creditedLines(
  credited: readonly CreditNoteItem[],
  fees: ReadonlyMap<string, Fee>,
  items: FeeItems,
): AccountingLine[] {
  return credited.flatMap(({ feeId, amountCents, preciseAmountCents }) => {
    const fee = fees.get(feeId);
    if (fee === undefined) return [];
    const taxes =
      fee.amountCents === 0n
        ? ZERO
        : divideAt(
            new Big(fee.taxesPreciseAmountCents).times(preciseAmountCents),
            new Big(fee.amountCents),
            TAX_SCALE,
          );
    return [lineOf(fee, items, amountCents, taxes)];
  });
}

/**
 * What is taken back of coupons: what the lines and taxes of a note exceed its total by. It differs from the adjustment that the note
 * shows by the rounding of its items.
 */
export function couponsTakenBack(
  { taxesAmountCents, totalAmountCents }: Pick<CreditNote, 'taxesAmountCents' | 'totalAmountCents'>,
  lines: readonly AccountingLine[],
): bigint {
  const cents = BigInt(sum(lines.map(({ amountCents }) => new Big(amountCents))).toFixed());
  return cents + taxesAmountCents - totalAmountCents;
}

/** The units stand in the description: systems check amounts of several units to the cent. */
function lineOf(fee: Fee, items: FeeItems, amountCents: bigint, preciseTaxesCents: Big): AccountingLine {
  const { id, invoiceDisplayName, filterDisplayName, units, feeType } = fee;
  const name =
    filterDisplayName === null ? invoiceDisplayName : `${invoiceDisplayName} • ${filterDisplayName}`;
  return {
    id,
    description: `${name} × ${new Big(units).toFixed()}`,
    amountCents,
    preciseTaxesCents,
    isTopUp: feeType === 'credit',
    code: codeOf(feeMapping(fee, items)),
  };
}
