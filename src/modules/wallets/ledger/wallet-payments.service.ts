import { creditsFor } from '../../../core/wallets/credit-amounts.js';
import type { PayingWallet } from '../../../core/wallets/invoice-payments.js';
import type { ConsumedPart, CreditSource } from '../../../core/wallets/source-consumption.js';
import type { Actor } from '../../../platform/actor.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { rateOf, sourceOf } from './wallet-book.js';
import type { WalletLedger } from './wallet-ledger.service.js';
import { walletRepository } from '../records/wallet.repository.js';
import type { Wallet } from '../records/wallet.table.js';
import { walletTransactionRepository } from '../records/wallet-transaction.repository.js';

/** A wallet with the fees that it pays. */
type LimitedWallet = Wallet & PayingWallet;

/** A wallet that can pay invoices, with what it has left. */
export interface UsableWallet extends PayingWallet {
  readonly id: string;
  readonly expirationAt: Date | null;
  readonly customerId: string;
  readonly currency: string;
  readonly sources: readonly CreditSource[];
}

/** What an invoice uses of a wallet, and of which of its credits. */
export interface WalletUse {
  readonly walletId: string;
  readonly amountCents: bigint;
  readonly parts: readonly ConsumedPart<CreditSource>[];
}

/** An invoice that wallets pay, and when. */
export interface PaidFromWallets {
  readonly invoiceId: string;
  readonly customer: Customer;
  readonly at: Date;
  readonly uses: readonly WalletUse[];
}

/** Pays invoices from wallets. The caller has locked the customers. Source: wallets.md §4. */
export class WalletPayments {
  constructor(private readonly ledger: WalletLedger) {}

  /** The wallets with which invoices of customers can be paid, in the order in which they pay. */
  async available(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<UsableWallet[]> {
    const found = await walletRepository.findPaying(tx, actor.organizationId, customerIds);
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    const sources = groupBy(
      await walletTransactionRepository.findSources(tx, actor.organizationId, ids),
      ({ walletId }) => walletId,
    );
    const limited = await this.withLimits(tx, actor, found);
    return limited.map((wallet) => ({ ...wallet, sources: (sources.get(wallet.id) ?? []).map(sourceOf) }));
  }

  /** The active wallets of customers with their limits, in the order in which they pay. */
  async active(db: Db, actor: Actor, customerIds: readonly string[]): Promise<LimitedWallet[]> {
    const found = await walletRepository.findActive(db, actor.organizationId, customerIds);
    return this.withLimits(db, actor, found);
  }

  private async withLimits(
    db: Db,
    { organizationId }: Actor,
    found: readonly Wallet[],
  ): Promise<LimitedWallet[]> {
    const ids = found.filter(({ hasMetrics }) => hasMetrics).map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await walletRepository.findMetrics(db, organizationId, ids);
    const metrics = groupBy(rows, ({ walletId }) => walletId);
    return found.map((wallet) => ({
      ...wallet,
      limits: {
        feeTypes: new Set<string>(wallet.feeTypes),
        billableMetricIds: new Set((metrics.get(wallet.id) ?? []).map((row) => row.billableMetricId)),
      },
    }));
  }

  /** Books what invoices use of wallets, each at its instant. */
  async pay(tx: Tx, actor: Actor, paid: readonly PaidFromWallets[]): Promise<void> {
    const used = paid.filter(({ uses }) => uses.length > 0);
    if (used.length === 0) return;
    const ids = used.flatMap(({ uses }) => uses.map(({ walletId }) => walletId));
    const wallets = await walletRepository.findMany(tx, actor.organizationId, [...new Set(ids)]);
    const ats = new Map(used.flatMap(({ uses, at }) => uses.map(({ walletId }) => [walletId, at])));
    const books = await this.ledger.open(tx, actor, wallets, ({ id }) =>
      expectPresent(ats.get(id), 'the instant of a payment'),
    );
    for (const { invoiceId, uses } of used) {
      for (const { walletId, amountCents, parts } of uses) {
        const book = expectPresent(books.get(walletId), 'the book of a paying wallet');
        const creditAmount = creditsFor(amountCents, rateOf(book.wallet));
        book.take({ amountCents, creditAmount }, { transactionStatus: 'invoiced', invoiceId }, parts);
      }
    }
    const customers = new Map(used.map(({ customer }) => [customer.id, customer]));
    await this.ledger.write(
      tx,
      actor,
      [...books.values()].map((book) => ({
        book,
        customer: expectPresent(customers.get(book.wallet.customerId), 'the customer of a wallet'),
      })),
    );
  }

  /** Returns what a voided or closed invoice was paid with to those wallets that are active. Source: wallets.md §4. */
  async giveBack(
    tx: Tx,
    actor: Actor,
    { invoiceId, customer, at }: Omit<PaidFromWallets, 'uses'>,
  ): Promise<void> {
    const { organizationId } = actor;
    const payments = await walletTransactionRepository.findPayments(tx, organizationId, invoiceId);
    if (payments.length === 0) return;
    const ids = new Set(payments.map(({ walletId }) => walletId));
    const wallets = indexBy(await walletRepository.findMany(tx, organizationId, [...ids]), ({ id }) => id);
    const active = [...wallets.values()].filter(({ status }: Wallet) => status === 'active');
    const books = await this.ledger.open(tx, actor, active, () => at);
    for (const payment of payments) books.get(payment.walletId)?.giveBack(payment, invoiceId);
    await this.ledger.write(
      tx,
      actor,
      [...books.values()].map((book) => ({ book, customer })),
    );
  }
}
