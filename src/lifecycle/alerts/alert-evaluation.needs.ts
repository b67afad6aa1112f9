import type { AlertsServices } from '../../modules/alerts/alerts.capability.js';
import type { BillableMetricsServices } from '../../modules/billable-metrics/billable-metrics.capability.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { UsageHistoryServices } from '../../modules/usage-history/usage-history.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import type { WalletsServices } from '../../modules/wallets/wallets.capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { EstimatesServices } from '../estimates/estimates.capability.js';

/** What the services of `alerts` can need: the platform, and the services of lower capabilities. */
export type AlertEvaluationNeeds = PlatformServices &
  BillableMetricsServices &
  CustomersServices &
  SubscriptionsServices &
  WalletsServices &
  UsageServices &
  UsageHistoryServices &
  AlertsServices &
  EstimatesServices;
