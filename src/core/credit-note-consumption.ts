import { type Big, roundAt, ZERO } from './decimal.js';
import { CREDIT_NOTE_SCALE } from './credit-note-amounts.js';

/** What an invoice takes of a balance. */
export interface TakenBalance<Balance> {
  readonly balance: Balance;
  /** Always positive. */
  readonly amountCents: bigint;
}

/**
 * Takes what balances hold, in their order, until nothing is left to be paid.
 * Source: credit-notes.md §4.
 */
export function takeBalances<Balance extends { readonly balanceAmountCents: bigint }>(
  balances: readonly Balance[],
  totalCents: bigint,
): TakenBalance<Balance>[] {
  const taken: TakenBalance<Balance>[] = [];
  let leftCents = totalCents;
  for (const balance of balances) {
    const { balanceAmountCents } = balance;
    const amountCents = balanceAmountCents < leftCents ? balanceAmountCents : leftCents;
    if (amountCents <= 0n) continue;
    taken.push({ balance, amountCents });
    leftCents -= amountCents;
  }
  return taken;
}

/**
 * What of the amounts taken falls to each fee: each amount goes by what is left of the fees, so that no fee gets more
 * than it is. Five decimals, since later steps read what is stored.
 * @param feeCents each fee with taxes, less coupons.
 * @param totalCents what was to be paid before anything was taken.
 * Source: credit-notes.md §4.
 */
export function shareTaken(
  feeCents: readonly Big[],
  takenCents: readonly bigint[],
  totalCents: bigint,
): Big[] {
  let leftCents = totalCents;
  let shares = feeCents.map(() => ZERO);
  for (const amountCents of takenCents) {
    shares = feeCents.map((fee, index) => {
      const already = shares[index] ?? ZERO;
      return roundAt(already.plus(fee.minus(already).times(amountCents).div(leftCents)), CREDIT_NOTE_SCALE);
    });
    leftCents -= amountCents;
  }
  return shares;
}
