import type { DailyUsageWorkKind } from '../../modules/analytics/usage/daily-usage-work.js';
import { capability } from '../../platform/capabilities/capability.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { UsageDaysNeeds } from './usage-days.needs.js';
import { UsageDays } from './usage-days.js';

/** The readings of usage when days end. */
export const usageDaysCapability = capability({
  services: (lower: UsageDaysNeeds) => ({ usageDays: new UsageDays(lower) }),
  dueWork: ({ usageDays }) =>
    ({ usage_day: usageDays.readDue }) satisfies DueWorkHandlers<DailyUsageWorkKind>,
});
