import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { InvoiceCustomSectionsServices } from '../invoice-custom-sections/invoice-custom-sections.capability.js';
import type { PaymentProvidersServices } from '../payment-providers/payment-providers.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { WalletChange } from './wallet.changes.js';

/** What the services of `wallets` can need: the platform, and the services of lower capabilities. */
export type WalletsNeeds = PlatformServices<WalletChange, 'wallet' | 'wallet_transaction'> &
  BillingEntitiesServices &
  InvoiceCustomSectionsServices &
  BillableMetricsServices &
  TestClocksServices &
  CustomersServices &
  PaymentProvidersServices;
