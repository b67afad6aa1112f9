import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { WalletChange } from '../../modules/wallets/wallet.changes.js';
import type { WalletsServices } from '../../modules/wallets/wallets.capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { EstimatesServices } from '../estimates/estimates.capability.js';

/** What the services of `wallets` can need: the platform, and the services of lower capabilities. */
export type AutomaticTopUpsNeeds = PlatformServices<WalletChange> &
  CustomersServices &
  WalletsServices &
  InvoicesServices &
  EstimatesServices;
