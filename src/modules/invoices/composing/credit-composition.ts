import { shareConsumed, consumeBalances } from '../../../core/credit-note-consumption.js';
import { Big, ZERO } from '../../../core/decimal.js';
import { newId } from '../../../platform/db/ids.js';
import type { CreditNoteBalance } from './credit-note-balances.js';
import type { FeeFrame } from './fee-composition.js';
import type { Fee } from '../records/fee.table.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';

/** What an invoice takes of the balances of credit notes, in their order. Source: credit-notes.md §4. */
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
 * Fees with their shares of the credit notes that are taken off their invoice.
 * @param totalCents what was due before the credit notes. Source: credit-notes.md §4.
 */
export function withCreditShares(
  fees: readonly Fee[],
  creditNotes: readonly InvoiceCredit[],
  totalCents: bigint,
): readonly Fee[] {
  if (creditNotes.length === 0) return fees;
  const due = fees.map(({ amountCents, preciseCouponsAmountCents, taxesAmountCents }) =>
    new Big(amountCents).minus(preciseCouponsAmountCents).plus(taxesAmountCents),
  );
  const taken = creditNotes.map(({ amountCents }) => amountCents);
  const shares = shareConsumed(due, taken, totalCents);
  return fees.map((fee, index) => ({
    ...fee,
    preciseCreditNotesAmountCents: (shares[index] ?? ZERO).toFixed(),
  }));
}
