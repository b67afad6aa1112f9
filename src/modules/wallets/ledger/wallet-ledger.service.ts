import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { WalletsNeeds } from '../wallets.needs.js';
import { WalletBook } from './wallet-book.js';
import type { OwnedTransaction } from '../wallet.changes.js';
import { walletRepository } from '../records/wallet.repository.js';
import type { Wallet } from '../records/wallet.table.js';
import { walletTransactionRepository } from '../records/wallet-transaction.repository.js';
import type { WalletTransaction } from '../records/wallet-transaction.table.js';

/** A book and the customer of its wallet, whom the caller has locked. */
export interface OwnedBook {
  readonly book: WalletBook;
  readonly customer: Customer;
}

/**
 * Writes what is booked in wallets: transactions, what they used, and balances, in one transaction with the messages
 * about them. Nobody else changes a balance. Source: wallets.md §2–4, §9.
 */
export class WalletLedger {
  constructor(private readonly needs: Pick<WalletsNeeds, 'changes' | 'snapshots'>) {}

  /** Opens the books of wallets whose customers are locked. */
  async open(
    tx: Tx,
    { organizationId }: Actor,
    wallets: readonly Wallet[],
    atOf: (wallet: Wallet) => Date,
  ): Promise<Map<string, WalletBook>> {
    const ids = wallets.map(({ id }) => id);
    const found =
      ids.length === 0 ? [] : await walletTransactionRepository.findSources(tx, organizationId, ids);
    const sources = groupBy(found, ({ walletId }) => walletId);
    return new Map(
      wallets.map((wallet) => [
        wallet.id,
        new WalletBook(wallet, sources.get(wallet.id) ?? [], atOf(wallet)),
      ]),
    );
  }

  /** Opens the book of a wallet whose customer is locked. */
  async openOne(tx: Tx, actor: Actor, wallet: Wallet, at: Date): Promise<WalletBook> {
    const books = await this.open(tx, actor, [wallet], () => at);
    return expectPresent(books.get(wallet.id), 'the book of a wallet');
  }

  /** Writes books and announces what is new in them. */
  async write(tx: Tx, actor: Actor, books: readonly OwnedBook[]): Promise<void> {
    const { changes, snapshots } = this.needs;
    const decided = all(books, ({ decided: each }) => each);
    const befores = await snapshots.takeAll(
      tx,
      actor,
      'wallet_transaction',
      await this.stored(tx, actor, decided),
    );
    const created = all(books, (book) => book.created);
    await walletTransactionRepository.insertAll(tx, transactionsIn(created));
    await walletTransactionRepository.updateAll(tx, [
      ...transactionsIn(decided),
      ...books.flatMap(({ book }) => book.usedSources),
    ]);
    await walletTransactionRepository.insertConsumptions(
      tx,
      books.flatMap(({ book }) => book.consumptions),
    );
    const moved = books.filter(({ book }) => book.changesBalance);
    await walletRepository.updateAll(
      tx,
      moved.map(({ book }) => book.wallet),
    );
    await changes.announce(tx, actor, {
      type: 'wallets.booked',
      created,
      decided: decided.map((each, index) => ({
        ...each,
        before: expectPresent(befores[index], 'the transaction before it was decided'),
      })),
      moved: moved.map(({ book, customer }) => ({ wallet: book.wallet, customer })),
    });
  }

  /** The stored rows of transactions, in their order. */
  private async stored(
    tx: Tx,
    { organizationId }: Actor,
    owned: readonly OwnedTransaction[],
  ): Promise<WalletTransaction[]> {
    if (owned.length === 0) return [];
    const ids = owned.map(({ transaction }) => transaction.id);
    const rows = await walletTransactionRepository.findMany(tx, organizationId, ids);
    return ids.map((id) =>
      expectPresent(
        rows.find((row) => row.id === id),
        'the stored transaction',
      ),
    );
  }
}

/** Transactions of books, with their wallets as they are after all that was booked. */
function all(
  books: readonly OwnedBook[],
  of: (book: WalletBook) => readonly WalletTransaction[],
): OwnedTransaction[] {
  return books.flatMap(({ book, customer }) =>
    of(book).map((transaction) => ({ transaction, wallet: book.wallet, customer })),
  );
}

function transactionsIn(owned: readonly OwnedTransaction[]): WalletTransaction[] {
  return owned.map(({ transaction }) => transaction);
}
