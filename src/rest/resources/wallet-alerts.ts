import { resource } from '../resource.js';
import { customerWallets } from './customer-wallets.js';

const path = '/customers/:external_customer_id/wallets/:wallet_code/alerts';
const lookup = 'RestFindWalletOfAlerts';

export const walletAlerts = resource({
  name: 'WalletAlert',
  parent: customerWallets,
  path: '/alerts/:code',
  field: 'alert',
  wrapper: 'alert',
  fragment: 'RestAlert',
  list: true,
  get: true,
  update: true,
  delete: true,
  written: [
    {
      method: 'POST',
      path,
      operation: 'RestCreateWalletAlert',
      lookup,
      wrapper: 'alert',
      many: { member: 'alerts', operation: 'RestCreateWalletAlerts' },
    },
    { method: 'DELETE', path, operation: 'RestDeleteAllWalletAlerts', lookup, hasNoResponse: true },
  ],
});
