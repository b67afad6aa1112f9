import { resource } from '../resource.js';

export const walletTransactions = resource({
  name: 'WalletTransaction',
  path: '/wallet_transactions/:svc_id',
  represents: 'wallet_transaction',
  representedBy: 'RestWalletTransactionWithWallet',
  written: [
    {
      method: 'POST',
      path: '/wallet_transactions',
      operation: 'RestCreateWalletTransactions',
      wrapper: 'wallet_transaction',
    },
    { method: 'GET', path: '/wallet_transactions/:svc_id', operation: 'RestGetWalletTransaction' },
    { method: 'GET', path: '/wallets/:svc_id/wallet_transactions', operation: 'RestListWalletTransactions' },
    {
      method: 'GET',
      path: '/wallet_transactions/:svc_id/consumptions',
      operation: 'RestListWalletTransactionConsumptions',
    },
    {
      method: 'GET',
      path: '/wallet_transactions/:svc_id/fundings',
      operation: 'RestListWalletTransactionFundings',
    },
  ],
});
