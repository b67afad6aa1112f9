import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/customer.table.js';
import type { Wallet } from './wallet.table.js';
import type { WalletTransaction } from './wallet-transaction.table.js';

export interface OwnedWallet {
  readonly wallet: Wallet;
  readonly customer: Customer;
}

export interface OwnedTransaction extends OwnedWallet {
  readonly transaction: WalletTransaction;
}

export type WalletChange =
  | ChangeOf<'wallet.created', OwnedWallet>
  | ChangeOf<'wallet.updated', OwnedWallet & { before: Representation }>
  | ChangeOf<'wallet.terminated', OwnedWallet & { before: Representation }>
  /** Balances changed; each wallet once for all that one call has booked. */
  | ChangeOf<'wallet.balance_changed', { wallets: readonly OwnedWallet[] }>
  /** The ongoing balances were positive and no longer are. */
  | ChangeOf<'wallet.depleted', { wallets: readonly OwnedWallet[] }>
  | ChangeOf<'wallet_transaction.created', { booked: readonly OwnedTransaction[] }>
  /** Purchases were settled or have failed. */
  | ChangeOf<
      'wallet_transaction.updated',
      { decided: readonly (OwnedTransaction & { readonly before: Representation })[] }
    >;
