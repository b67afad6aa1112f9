import { Big, sum, ZERO } from '../money/decimal.js';
import { roundHalfAwayFromZero } from '../money/money.js';
import { withRest } from '../money/spread.js';

/** A fee that wallets may pay. Amounts are minor units. */
export interface PayableFee {
  readonly feeType: string;
  /** The metric of a charge; null for other fees. */
  readonly billableMetricId: string | null;
  /** The code of the wallet that its events name; null: any. */
  readonly targetWalletCode: string | null;
  readonly amountCents: bigint;
  readonly preciseCouponsAmountCents: Big;
  readonly taxesPreciseAmountCents: Big;
  readonly preciseCreditNotesAmountCents: Big;
}

/** The fees that a wallet may pay: those of some types, and those of charges for some metrics. */
export interface WalletLimits {
  readonly feeTypes: ReadonlySet<string>;
  readonly billableMetricIds: ReadonlySet<string>;
}

export interface PayingWallet {
  readonly code: string;
  readonly balanceCents: bigint;
  readonly limits: WalletLimits;
}

/** The fees of one type and metric that name the same wallet or none, which wallets pay together. */
interface Bucket extends Payable {
  leftCents: Big;
}

/** What decides which wallets may pay a fee. */
export type Payable = Pick<PayableFee, 'feeType' | 'billableMetricId' | 'targetWalletCode'>;

/** What a wallet pays of an invoice; always positive. */
export interface WalletPayment<Wallet> {
  readonly wallet: Wallet;
  readonly amountCents: bigint;
}

/**
 * Pays an invoice from wallets, one after the other. What each pays is rounded; the one that pays the last of the invoice also
 * pays what rounding has left of it.
 * @param totalCents what is left to be paid of the invoice.
 * @param wallets of its currency, in the order in which they pay.
 * Source: wallets.md §4.
 */
export function payFromWallets<Wallet extends PayingWallet>(
  fees: readonly PayableFee[],
  totalCents: bigint,
  wallets: readonly Wallet[],
): WalletPayment<Wallet>[] {
  const buckets = bucketsOf(fees, totalCents);
  const coverTotal = sum(buckets.map(({ leftCents }) => leftCents)).gte(String(totalCents));
  const payments: WalletPayment<Wallet>[] = [];
  let leftCents = totalCents;
  for (const wallet of wallets) {
    let walletCents = new Big(lesser(wallet.balanceCents, leftCents));
    let paid = ZERO;
    for (const bucket of buckets) {
      if (!mayPay(wallet, bucket)) continue;
      const part = bucket.leftCents.lt(walletCents) ? bucket.leftCents : walletCents;
      bucket.leftCents = bucket.leftCents.minus(part);
      walletCents = walletCents.minus(part);
      paid = paid.plus(part);
    }
    const paysLast = coverTotal && paid.gt(0) && buckets.every((bucket) => bucket.leftCents.lte(0));
    const amountCents = paysLast ? lesser(wallet.balanceCents, leftCents) : roundHalfAwayFromZero(paid);
    if (amountCents <= 0n) continue;
    payments.push({ wallet, amountCents });
    leftCents -= amountCents;
  }
  return payments;
}

/**
 * True if the fee names this wallet; if it names none, true for a wallet without limits, or with one of this type or this
 * metric. A wallet that is named pays whatever it is limited to.
 */
export function mayPay(
  { code, limits: { feeTypes, billableMetricIds } }: Pick<PayingWallet, 'code' | 'limits'>,
  { feeType, billableMetricId, targetWalletCode }: Payable,
): boolean {
  if (targetWalletCode !== null) return targetWalletCode === code;
  const isLimited = feeTypes.size > 0 || billableMetricIds.size > 0;
  return !isLimited || feeTypes.has(feeType) || billableMetricIds.has(billableMetricId ?? '');
}

/**
 * What is to be paid for the fees of each type and metric, the most first. The total of the invoice is rounded, so that
 * the largest bucket takes what is missing.
 */
function bucketsOf(fees: readonly PayableFee[], totalCents: bigint): Bucket[] {
  const groups = Map.groupBy(fees, payableKey);
  const buckets = [...groups.values()].flatMap((group) => {
    const payable = group.filter(({ amountCents, preciseCouponsAmountCents }) =>
      preciseCouponsAmountCents.lt(amountCents),
    );
    const leftCents = sum(payable.map(dueOf));
    const [first] = payable;
    if (first === undefined || leftCents.lte(0)) return [];
    const { feeType, billableMetricId, targetWalletCode } = first;
    return [{ feeType, billableMetricId, targetWalletCode, leftCents }];
  });
  buckets.sort(byAmount);
  const dueCents = buckets.map(({ leftCents }) => leftCents);
  const missing = new Big(totalCents).minus(sum(dueCents));
  if (missing.lte(0) || missing.gt(buckets.length)) return buckets;
  const completed = withRest(dueCents, missing);
  return buckets.map((bucket, index) => ({ ...bucket, leftCents: completed[index] ?? ZERO }));
}

function dueOf(fee: PayableFee): Big {
  return new Big(fee.amountCents)
    .minus(fee.preciseCouponsAmountCents)
    .plus(fee.taxesPreciseAmountCents)
    .minus(fee.preciseCreditNotesAmountCents);
}

/** The most first; equal ones by type and metric, so that the order does not depend on that of the fees. */
function byAmount(one: Bucket, other: Bucket): number {
  const difference = other.leftCents.cmp(one.leftCents);
  return difference === 0 ? (payableKey(one) < payableKey(other) ? -1 : 1) : difference;
}

/** Equal for what wallets pay together. */
export function payableKey({ feeType, billableMetricId, targetWalletCode }: Payable): string {
  return `${feeType} ${billableMetricId ?? ''} ${targetWalletCode ?? ''}`;
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
