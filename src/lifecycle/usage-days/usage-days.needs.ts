import type { AnalyticsServices } from '../../modules/analytics/analytics.capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../../modules/test-clocks/test-clocks.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';

/** What the services of `usage-days` can need: the platform, and the services of lower capabilities. */
export type UsageDaysNeeds = TestClocksServices & SubscriptionsServices & UsageServices & AnalyticsServices;
