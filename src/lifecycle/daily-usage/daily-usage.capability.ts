import type { AnalyticsServices } from '../../modules/analytics/analytics.capability.js';
import type { DailyUsageWorkKind } from '../../modules/analytics/usage/daily-usage-work.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../../modules/test-clocks/test-clocks.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import { capability } from '../../platform/capability.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import { UsageDays } from './usage-days.js';

type Lower = TestClocksServices & SubscriptionsServices & UsageServices & AnalyticsServices;

/** The readings of usage when days end. */
export const dailyUsageCapability = capability({
  services: (lower: Lower) => ({ usageDays: new UsageDays(lower) }),
  dueWork: ({ usageDays }) =>
    ({ usage_day: usageDays.readDue }) satisfies DueWorkHandlers<DailyUsageWorkKind>,
});
