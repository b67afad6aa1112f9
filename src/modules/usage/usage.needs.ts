import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { PricingUnitsServices } from '../pricing-units/pricing-units.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { TaxRatios } from './current-usage/tax-ratios.js';
import type { UsageChange } from './usage.changes.js';

/** What the services of `usage` can need: the platform, and the services of lower capabilities. */
export type UsageNeeds = PlatformServices<UsageChange> &
  BillingEntitiesServices &
  PricingUnitsServices &
  BillableMetricsServices &
  PlansServices &
  TestClocksServices &
  CustomersServices &
  SubscriptionsServices & { readonly taxRatios: TaxRatios };
