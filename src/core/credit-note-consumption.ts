import { type Big, roundAt, ZERO } from './decimal.js';
import { CREDIT_NOTE_SCALE } from './credit-note-amounts.js';

/** The part of a credit note's balance that an invoice uses. */
export interface ConsumedBalance<Balance> {
  readonly balance: Balance;
  /** Always positive. */
  readonly amountCents: bigint;
}

/**
 * Uses the balances in their order until the total is covered.
 * @param totalCents what remains to be paid of the invoice.
 * Source: credit-notes.md §4.
 */
export function consumeBalances<Balance extends { readonly balanceAmountCents: bigint }>(
  balances: readonly Balance[],
  totalCents: bigint,
): ConsumedBalance<Balance>[] {
  const consumed: ConsumedBalance<Balance>[] = [];
  let leftCents = totalCents;
  for (const balance of balances) {
    const { balanceAmountCents } = balance;
    const amountCents = balanceAmountCents < leftCents ? balanceAmountCents : leftCents;
    if (amountCents <= 0n) continue;
    consumed.push({ balance, amountCents });
    leftCents -= amountCents;
  }
  return consumed;
}

/**
 * Distributes the balances used over the fees of the invoice: each one in proportion to what remains of the fees, so that
 * no fee receives more than its amount. Rounded to five decimals, at which later steps read the stored shares.
 * @param feeCents each fee with taxes, less coupons.
 * @param totalCents amount to be paid before any balance was used.
 * Source: credit-notes.md §4.
 */
export function shareConsumed(
  feeCents: readonly Big[],
  consumedCents: readonly bigint[],
  totalCents: bigint,
): Big[] {
  let leftCents = totalCents;
  let shares = feeCents.map(() => ZERO);
  for (const amountCents of consumedCents) {
    shares = feeCents.map((fee, index) => {
      const already = shares[index] ?? ZERO;
      return roundAt(already.plus(fee.minus(already).times(amountCents).div(leftCents)), CREDIT_NOTE_SCALE);
    });
    leftCents -= amountCents;
  }
  return shares;
}
