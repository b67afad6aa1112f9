import { resource } from '../resource.js';
import { customers } from './customers.js';

export const customerWallets = resource({
  name: 'CustomerWallet',
  parent: customers,
  path: '/wallets/:wallet_code',
  field: 'wallet',
  wrapper: 'wallet',
  fragment: 'RestWallet',
  get: true,
  create: { lookup: 'RestFindCustomerOfWallet' },
  update: true,
  metadata: true,
  written: [
    {
      method: 'DELETE',
      path: '/customers/:external_customer_id/wallets/:wallet_code',
      operation: 'RestTerminateCustomerWallet',
      lookup: 'RestFindCustomerWallet',
    },
  ],
});
