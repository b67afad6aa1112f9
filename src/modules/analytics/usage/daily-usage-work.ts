import { DueWorkKinds, type KindOf } from '../../../platform/due-work/due-work-kinds.js';

/** The kinds of due work on the usage of days. */
export const DAILY_USAGE_WORK = DueWorkKinds.of({ usage_day: { customersAtOnce: 100 } });

export type DailyUsageWorkKind = KindOf<typeof DAILY_USAGE_WORK>;
