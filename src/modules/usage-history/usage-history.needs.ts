import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { UsageServices } from '../usage/usage.capability.js';
import type { LifetimeUsageChange } from './lifetime-usage.changes.js';

/** What the services of `usage-history` can need: the platform, and the services of lower capabilities. */
export type UsageHistoryNeeds = PlatformServices<LifetimeUsageChange> &
  BillableMetricsServices &
  PlansServices &
  TestClocksServices &
  CustomersServices &
  SubscriptionsServices &
  UsageServices &
  InvoicesServices;
