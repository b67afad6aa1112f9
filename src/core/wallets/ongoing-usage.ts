import { mayPay, type Payable, payableKey, type PayingWallet } from './invoice-payments.js';
import { isOfTimeOf } from './validity.js';

/** What is used of one type, metric and named wallet, and not invoiced yet, in minor units; negative if more was invoiced. */
export interface UnbilledUsage extends Payable {
  readonly amountCents: bigint;
  /** The end of the period that a draft bills; null for usage of periods that have not ended. */
  readonly usageEnd: Date | null;
}

export interface UsedWallet extends PayingWallet {
  readonly id: string;
  /** True if a rule tops it up at a threshold: it then takes all that is left at its turn. */
  readonly takesRest: boolean;
  readonly expirationAt: Date | null;
  /** True if it has expired and pays only drafts of its time. */
  readonly expiresWithDrafts: boolean;
}

/**
 * Distributes what a customer has used in one currency over its wallets: each takes up to its balance, the last one that
 * applies also what is more than that.
 * @param wallets in the order in which they pay. @returns the share of each wallet, by id. Source: wallets.md §6.
 */
export function shareUnbilledUsage(
  usage: readonly UnbilledUsage[],
  wallets: readonly UsedWallet[],
): Map<string, bigint> {
  const shares = new Map(wallets.map(({ id }) => [id, 0n]));
  let budget = usage.reduce((total, { amountCents }) => total + amountCents, 0n);
  const used = usage.filter(({ amountCents }) => amountCents > 0n).toSorted(byAmount);
  for (const part of used) {
    let left = lesser(part.amountCents, budget);
    if (left <= 0n) break;
    budget -= left;
    const applicable = wallets.filter((wallet) => mayPay(wallet, part) && isValid(wallet, part));
    for (const [index, wallet] of applicable.entries()) {
      const share = shares.get(wallet.id) ?? 0n;
      const free = wallet.balanceCents > share ? wallet.balanceCents - share : 0n;
      const takesAll = wallet.takesRest || index === applicable.length - 1;
      const taken = takesAll ? left : lesser(left, free);
      shares.set(wallet.id, share + taken);
      left -= taken;
      if (left === 0n) break;
    }
  }
  return shares;
}

function isValid(wallet: UsedWallet, { usageEnd }: UnbilledUsage): boolean {
  return !wallet.expiresWithDrafts || isOfTimeOf(wallet, usageEnd);
}

/** The most first; equal ones by type, metric, wallet and the end of the usage. */
function byAmount(one: UnbilledUsage, other: UnbilledUsage): number {
  if (one.amountCents !== other.amountCents) return one.amountCents > other.amountCents ? -1 : 1;
  const [key, otherKey] = [payableKey(one), payableKey(other)];
  if (key !== otherKey) return key < otherKey ? -1 : 1;
  return (one.usageEnd?.getTime() ?? Infinity) < (other.usageEnd?.getTime() ?? Infinity) ? -1 : 1;
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
