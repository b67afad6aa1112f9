// The naive model of wallets. Source: wallets.md §3, §4.
import { exact, least, ONE, rounded, sumOf, toNumber } from './naive-amounts.js';
import type { LedgerFee, LedgerInvoice } from './naive-ledger-invoices.js';
import { instant, type Row } from './records.js';

/** A top-up. */
interface Source {
  /** Null: returned from a voided invoice. */
  readonly id: unknown;
  readonly invoiceId: unknown;
  readonly priority: number;
  readonly isGranted: boolean;
  readonly amount: bigint;
  isSettled: boolean;
  left: bigint;
}

interface Payment {
  readonly invoice: LedgerInvoice;
  readonly amount: bigint;
}

interface Wallet {
  readonly row: Row;
  isActive: boolean;
  /** In order of creation. */
  readonly sources: Source[];
  readonly payments: Payment[];
}

/** What wallets pay of an invoice. */
export interface Prepaid {
  readonly granted: bigint;
  readonly purchased: bigint;
}

interface Bucket {
  rest: bigint;
  readonly fee: LedgerFee;
}

export class NaiveWallets {
  private readonly wallets: readonly Wallet[];

  /** @param rows wallets in order of creation. */
  constructor(rows: readonly Row[]) {
    this.wallets = rows
      .map((row): Wallet => ({ row, isActive: true, sources: [], payments: [] }))
      .toSorted((one, other) => Number(one.row['priority']) - Number(other.row['priority']));
  }

  close(id: unknown): void {
    for (const wallet of this.wallets) if (wallet.row['id'] === id) wallet.isActive = false;
  }

  /** Follows a top-up or a void that a call has made. */
  book(row: Row, refundedInvoiceId: unknown): void {
    const wallet = this.wallets.find((each) => each.row['id'] === row['wallet_id']);
    if (wallet === undefined) throw new Error('A transaction is in no wallet.');
    const amount = exact(row['amount_cents']);
    if (row['transaction_type'] === 'outbound') {
      const from = wallet.sources.find(
        ({ invoiceId }) => refundedInvoiceId !== null && invoiceId === refundedInvoiceId,
      );
      take(from === undefined ? inOrder(wallet) : [from], amount);
      return;
    }
    const isGranted = row['transaction_status'] === 'granted';
    const { id, invoice_id: invoiceId, priority } = row;
    wallet.sources.push({
      id,
      invoiceId,
      priority: Number(priority),
      isGranted,
      amount,
      isSettled: isGranted,
      left: isGranted ? amount : 0n,
    });
  }

  /** A paid top-up is settled. */
  settle(id: unknown): void {
    for (const source of this.wallets.flatMap(({ sources }) => sources)) {
      if (source.id !== id || source.isSettled) continue;
      source.isSettled = true;
      source.left = source.amount;
    }
  }

  /** Pays an invoice. @param due its total after credit notes. */
  pay(invoice: LedgerInvoice, due: bigint): Prepaid {
    const buckets = bucketsOf(invoice, due);
    const coverDue = sumOf(buckets, ({ rest: left }) => left) >= due;
    const paid = { granted: 0n, purchased: 0n };
    let rest = due;
    for (const wallet of this.wallets.filter(({ isActive, row }) => isActive && isValidFor(row, invoice))) {
      const balance = balanceOf(wallet);
      let used = 0n;
      for (const bucket of buckets.filter(({ fee }) => pays(wallet.row, fee))) {
        const part = least(bucket.rest, balance - used, rest - used);
        bucket.rest -= part;
        used += part;
      }
      const isLast = coverDue && used > 0n && buckets.every((bucket) => bucket.rest <= 0n);
      const amount = isLast ? least(balance, rest) : rounded(used, 0);
      if (amount === 0n) continue;
      const { granted, purchased } = take(inOrder(wallet), amount);
      paid.granted += granted;
      paid.purchased += purchased;
      rest -= amount;
      wallet.payments.push({ invoice, amount });
    }
    return paid;
  }

  /** Returns what a voided or closed invoice was paid with. */
  giveBack(invoice: LedgerInvoice): void {
    for (const { isActive, payments, sources } of this.wallets) {
      for (const { amount } of payments.filter((payment) => isActive && payment.invoice === invoice)) {
        sources.push({
          id: null,
          invoiceId: null,
          priority: 50,
          isGranted: true,
          amount,
          isSettled: true,
          left: amount,
        });
      }
    }
  }

  state(): unknown[] {
    return this.wallets.map((wallet) => ({
      id: wallet.row['id'],
      balance: toNumber(balanceOf(wallet)),
      sources: wallet.sources
        .filter(({ isSettled }) => isSettled)
        .map(
          ({ amount, left, isGranted }) =>
            `${toNumber(left)} of ${toNumber(amount)} ${isGranted ? 'granted' : 'purchased'}`,
        )
        .toSorted(),
    }));
  }
}

const HOUR_MS = 3_600_000;

/** True for an invoice of the time of a wallet: the usage that it bills ends before the wallet expires, or within an hour. */
export function isOfTimeOf({ expiration_at: expiresAt }: Row, periods: readonly Row[]): boolean {
  if (expiresAt === null) return true;
  const ends = periods.flatMap(({ charges_from: from, charges_to: to }) =>
    from !== null && instant(from) < instant(to) ? [instant(to)] : [],
  );
  return ends.length > 0 && Math.max(...ends) <= instant(expiresAt) + HOUR_MS;
}

/** A wallet that has expired pays only invoices of its time. Source: wallets.md §1. */
function isValidFor(wallet: Row, { row, periods }: LedgerInvoice): boolean {
  const { expiration_at: expiresAt } = wallet;
  const isExpired =
    expiresAt !== null && instant(row['finalized_at'] ?? row['created_at']) >= instant(expiresAt);
  return !isExpired || isOfTimeOf(wallet, periods);
}

function balanceOf({ sources }: Wallet): bigint {
  return sumOf(sources, ({ left }) => left);
}

function inOrder({ sources }: Wallet): Source[] {
  return sources.toSorted(
    (one, other) => one.priority - other.priority || Number(other.isGranted) - Number(one.isGranted),
  );
}

function take(sources: readonly Source[], amount: bigint): Prepaid {
  const taken = { granted: 0n, purchased: 0n };
  let rest = amount;
  for (const source of sources) {
    const part = least(rest, source.left);
    source.left -= part;
    rest -= part;
    taken[source.isGranted ? 'granted' : 'purchased'] += part;
  }
  if (rest > 0n) throw new Error('More was taken from a wallet than it held.');
  return taken;
}

function pays(wallet: Row, { type, metricId }: LedgerFee): boolean {
  const [feeTypes, metrics] = [wallet['fee_types'] as string[], wallet['metric_ids'] as unknown[]];
  const isLimited = feeTypes.length + metrics.length > 0;
  return !isLimited || feeTypes.includes(type) || metrics.includes(metricId);
}

/** The fees by type and metric, largest first. */
function bucketsOf({ fees }: LedgerInvoice, due: bigint): Bucket[] {
  const buckets = new Map<string, Bucket>();
  for (const fee of fees) {
    const net = fee.amount - fee.coupons;
    const cap = net + taxOf(fee) - fee.creditNotes;
    if (net === 0n || cap <= 0n) continue;
    const key = `${fee.type} ${String(fee.metricId)}`;
    const bucket = buckets.get(key) ?? { rest: 0n, fee };
    bucket.rest += cap;
    buckets.set(key, bucket);
  }
  const largestFirst = [...buckets.values()].toSorted((one, other) => (one.rest > other.rest ? -1 : 1));
  const missing = due - sumOf(largestFirst, ({ rest }) => rest);
  const [largest] = largestFirst;
  if (largest !== undefined && missing > 0n && missing <= BigInt(largestFirst.length) * ONE)
    largest.rest += missing;
  return largestFirst;
}

/** The tax on the precise amount of a fee. Source: taxes.md §3. */
function taxOf({ precise, coupons, rate }: LedgerFee): bigint {
  return rounded(((precise - coupons) * rate) / (100n * ONE), 15);
}
