import { shareConsumed, consumeBalances } from '../../../core/credit-note-consumption.js';
import { Big, ZERO } from '../../../core/decimal.js';
import { newId } from '../../../platform/db/ids.js';
import type { CreditNoteBalance } from './credit-note-balances.js';
import type { FeeFrame } from './fee-composition.js';
import type { Fee } from '../records/fee.table.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';

/** The rows that record which credit notes an invoice uses, in order of use. Source: credit-notes.md §4. */
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
 * Distributes the credit notes that an invoice uses over its fees.
 * @param totalCents the total of the invoice before credit notes. Source: credit-notes.md §4.
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
