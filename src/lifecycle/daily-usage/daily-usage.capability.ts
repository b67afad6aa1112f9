import type { DailyUsageWorkKind } from '../../modules/analytics/usage/daily-usage-work.js';
import { capability } from '../../platform/capability.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { DailyUsageNeeds } from './daily-usage.needs.js';
import { UsageDays } from './usage-days.js';

/** The readings of usage when days end. */
export const dailyUsageCapability = capability({
  services: (lower: DailyUsageNeeds) => ({ usageDays: new UsageDays(lower) }),
  dueWork: ({ usageDays }) =>
    ({ usage_day: usageDays.readDue }) satisfies DueWorkHandlers<DailyUsageWorkKind>,
});
