import { resource } from '../resource.js';
import { customers } from './customers.js';

export const wallets = resource({
  name: 'Wallet',
  path: '/wallets/:svc_id',
  list: true,
  listedBelow: [customers],
  get: true,
  create: true,
  update: true,
  delete: { mutation: 'terminateWallet' },
  metadata: true,
  represents: 'wallet',
});
