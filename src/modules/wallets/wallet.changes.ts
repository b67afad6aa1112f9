import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Wallet } from './records/wallet.table.js';
import type { WalletTransaction } from './records/wallet-transaction.table.js';

export interface OwnedWallet {
  readonly wallet: Wallet;
  readonly customer: Customer;
}

export interface OwnedTransaction extends OwnedWallet {
  readonly transaction: WalletTransaction;
}

export interface WalletBookings {
  /** New transactions. */
  readonly created: readonly OwnedTransaction[];
  /** Purchases that were settled or have failed. */
  readonly decided: readonly (OwnedTransaction & { readonly before: Representation })[];
  /** The wallets whose balances have changed, each once. */
  readonly moved: readonly OwnedWallet[];
}

export type WalletChange =
  | ChangeOf<'wallet.created', OwnedWallet>
  | ChangeOf<'wallet.updated', OwnedWallet & { before: Representation }>
  | ChangeOf<'wallet.terminated', OwnedWallet & { before: Representation }>
  /** What one call has booked in wallets. */
  | ChangeOf<'wallets.booked', WalletBookings>
  /** The ongoing balances were positive and no longer are. */
  | ChangeOf<'wallet.depleted', { wallets: readonly OwnedWallet[] }>;
