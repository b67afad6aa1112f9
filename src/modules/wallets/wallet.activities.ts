import { loggedAndSent, onlySent, onlySentAs } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3, wallets.md §9. */
export const WALLET_ACTIVITIES = {
  'wallet.created': loggedAndSent('wallet', 'Wallet'),
  'wallet.updated': loggedAndSent('wallet', 'Wallet'),
  'wallet.terminated': loggedAndSent('wallet', 'Wallet'),
  // The log tells changes of balances by the transactions.
  'wallet.balance_changed': onlySentAs('wallet.updated', 'wallet'),
  // Source: wallets.md §6.
  'wallet.depleted_ongoing_balance': onlySent('wallet'),
  // The resource of these entries is the wallet.
  'wallet_transaction.created': loggedAndSent('wallet_transaction', 'Wallet'),
  'wallet_transaction.updated': loggedAndSent('wallet_transaction', 'Wallet'),
};
