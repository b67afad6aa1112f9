import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { UsageServices } from '../usage/usage.capability.js';
import type { WalletsServices } from '../wallets/wallets.capability.js';
import type { AlertChange } from './alert.changes.js';
import type { OngoingWalletFigures } from './wallet-figure.js';

/** What the services of `alerts` can need: the platform, and the services of lower capabilities. */
export type AlertsNeeds = PlatformServices<AlertChange, 'triggered_alert'> &
  BillableMetricsServices &
  TestClocksServices &
  CustomersServices &
  SubscriptionsServices &
  WalletsServices &
  UsageServices & { readonly ongoingWalletFigures: OngoingWalletFigures };
