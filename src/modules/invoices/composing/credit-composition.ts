import { shareConsumed, consumeBalances } from '../../../core/credit-note-consumption.js';
import { Big, ZERO } from '../../../core/decimal.js';
import { newId } from '../../../platform/db/ids.js';
import type { CreditNoteBalance } from './credit-note-balances.js';
import type { FeeFrame, FeeLine } from './fee-composition.js';
import type { Fee } from '../records/fee.table.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';

/** What an invoice takes of balances, in their order. Source: credit-notes.md §4. */
export function creditRows(
  { organizationId, invoiceId, currency, at }: FeeFrame & { readonly invoiceId: string },
  balances: readonly CreditNoteBalance[],
  totalCents: bigint,
): InvoiceCredit[] {
  return consumeBalances(balances, totalCents).map(({ balance, amountCents }) => ({
    id: newId(),
    organizationId,
    invoiceId,
    itemType: 'credit_note',
    itemId: balance.id,
    itemCode: balance.number,
    itemName: balance.invoiceNumber,
    currency,
    amountCents,
    createdAt: at,
  }));
}

/**
 * Fees with what of the credits falls to each.
 * @param totalCents what was to be paid before anything was taken. Source: credit-notes.md §4.
 */
export function withCreditShares(
  fees: readonly Fee[],
  lines: readonly FeeLine[],
  credits: readonly InvoiceCredit[],
  totalCents: bigint,
): readonly Fee[] {
  if (credits.length === 0) return fees;
  const taxed = lines.map(({ planned, worked }) =>
    new Big(planned.amountCents).plus(worked.taxesAmountCents),
  );
  const taken = credits.map(({ amountCents }) => amountCents);
  const shares = shareConsumed(taxed, taken, totalCents);
  return fees.map((fee, index) => ({
    ...fee,
    preciseCreditNotesAmountCents: (shares[index] ?? ZERO).toFixed(),
  }));
}
