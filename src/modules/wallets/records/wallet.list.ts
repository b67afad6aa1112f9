import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import type { Ordering } from '../../../platform/paging/fetch-page.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Wallet, wallets } from './wallet.table.js';
import {
  type WalletConsumption,
  walletConsumptions,
  type WalletTransaction,
  walletTransactions,
} from './wallet-transaction.table.js';

export const walletOrders: ListOrders<Wallet> = {
  standard: newestFirst(wallets),
  fields: {
    created_at: ascending(wallets, 'createdAt'),
    balance_cents: ascending(wallets, 'balanceCents'),
  },
};

/** The order in which wallets pay. Source: wallets.md §4. */
export const WALLETS_IN_ORDER_OF_USE: Ordering<Wallet> = [
  {
    column: wallets.priority,
    direction: 'asc',
    type: 'bigint',
    value: ({ priority }) => String(priority),
  },
  ...ascending(wallets, 'createdAt'),
];

export const walletTransactionOrders: ListOrders<WalletTransaction> = {
  standard: newestFirst(walletTransactions),
  fields: { created_at: ascending(walletTransactions, 'createdAt') },
};

export const walletConsumptionOrders: ListOrders<WalletConsumption> = {
  standard: newestFirst(walletConsumptions),
  fields: { created_at: ascending(walletConsumptions, 'createdAt') },
};
