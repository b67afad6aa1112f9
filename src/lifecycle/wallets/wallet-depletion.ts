import type { OwnedWallet } from '../../modules/wallets/wallet.changes.js';
import type { Wallet } from '../../modules/wallets/records/wallet.table.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { ComparedWallet } from '../estimates/ongoing-balances.js';
import type { AutomaticTopUpsNeeds } from './automatic-top-ups.needs.js';

/** Announces wallets whose ongoing balances are used up, once until they are positive again. Source: wallets.md §6. */
export class WalletDepletion {
  constructor(
    private readonly needs: Pick<
      AutomaticTopUpsNeeds,
      'customers' | 'walletEditor' | 'ongoingBalances' | 'changes'
    >,
  ) {}

  /** Compares the ongoing balances of active wallets, whose customers the caller has locked. */
  async review(tx: Tx, actor: Actor, wallets: readonly Wallet[]): Promise<void> {
    const { customers, walletEditor, ongoingBalances, changes } = this.needs;
    if (wallets.length === 0) return;
    const customerIds = [...new Set(wallets.map(({ customerId }) => customerId))];
    const owners = await customers.getMany(tx, actor, customerIds);
    const balances = await ongoingBalances.compute(tx, actor, wallets, [...owners.values()]);
    const moved = wallets.flatMap((wallet): OwnedWallet[] => {
      const { balanceCents } = expectPresent(balances.get(wallet.id), 'the ongoing balance');
      const hasOngoingBalance = balanceCents > 0n;
      if (hasOngoingBalance === wallet.hadOngoingBalance) return [];
      const customer = expectPresent(owners.get(wallet.customerId), 'the customer of a wallet');
      return [{ wallet: { ...wallet, hadOngoingBalance: hasOngoingBalance }, customer }];
    });
    await walletEditor.noteOngoing(
      tx,
      moved.map(({ wallet }) => wallet),
    );
    const depleted = moved.filter(({ wallet }) => !wallet.hadOngoingBalance);
    if (depleted.length > 0)
      await changes.announce(tx, actor, { type: 'wallet.depleted', wallets: depleted });
  }

  /**
   * Marks wallets that had nothing left and have something again, in the transaction that brings it: what is used
   * before the next comparison may be all of it.
   */
  async markRefilled(tx: Tx, wallets: readonly ComparedWallet[]): Promise<void> {
    const filled = wallets.filter(
      ({ hadOngoingBalance, ongoing }) => !hadOngoingBalance && ongoing.balanceCents > 0n,
    );
    await this.needs.walletEditor.noteOngoing(
      tx,
      filled.map((wallet) => ({ ...wallet, hadOngoingBalance: true })),
    );
  }
}
