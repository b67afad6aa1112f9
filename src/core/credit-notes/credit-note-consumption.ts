import { CREDIT_NOTE_SCALE } from './credit-note-amounts.js';
import { Big, ZERO } from '../money/decimal.js';
import { spread } from '../money/spread.js';

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
 * Spreads the balances used over the fees of the invoice: each one in proportion to what remains of the fees, so that no fee
 * receives more than its amount.
 * @param feeCents each fee with taxes, less coupons; at most five decimals. @returns shares with five decimals.
 * Source: credit-notes.md §4.
 */
export function shareConsumed(feeCents: readonly Big[], consumedCents: readonly bigint[]): Big[] {
  let shares = feeCents.map(() => ZERO);
  for (const amountCents of consumedCents) {
    const rests = feeCents.map((fee, index) => fee.minus(shares[index] ?? ZERO));
    const taken = spread(new Big(amountCents), rests, CREDIT_NOTE_SCALE);
    shares = shares.map((share, index) => share.plus(taken[index] ?? ZERO));
  }
  return shares;
}
