export const PLAN_INTERVALS = ['weekly', 'monthly', 'quarterly', 'semiannual', 'yearly'] as const;

export type PlanInterval = (typeof PLAN_INTERVALS)[number];

/**
 * `calendar` periods start on the first day of the week, month, ...; `anniversary` ones on the anchor's day.
 */
export const BILLING_TIMES = ['calendar', 'anniversary'] as const;

export type BillingTime = (typeof BILLING_TIMES)[number];

/** Months in a period of each interval except the weekly one. */
export const INTERVAL_MONTHS: Readonly<Record<Exclude<PlanInterval, 'weekly'>, number>> = {
  monthly: 1,
  quarterly: 3,
  semiannual: 6,
  yearly: 12,
};

/** True if a plan with this interval may bill its charges every month. Source: periods.md §6. */
export function allowsMonthlySplit(interval: PlanInterval): boolean {
  return interval === 'yearly' || interval === 'semiannual';
}
