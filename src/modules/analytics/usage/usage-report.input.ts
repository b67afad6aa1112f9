import type { TestParameters } from '../../customers/records/test-filter.js';

export const USAGE_GRANULARITIES = ['daily', 'weekly', 'monthly'] as const;

export type UsageGranularity = (typeof USAGE_GRANULARITIES)[number];

/** Source: analytics.md §6. */
export interface UsageReportParameters extends TestParameters {
  readonly timeGranularity?: UsageGranularity | null;
  /** The first and the last day; omitted: today, and the 30 days before it. */
  readonly fromDate?: string | null;
  readonly toDate?: string | null;
  readonly currency?: string | null;
  readonly customerType?: 'company' | 'individual' | null;
  readonly customerCountry?: string | null;
  readonly externalCustomerId?: string | null;
  readonly externalSubscriptionId?: string | null;
  /** Code of the sold plan, which also selects its overrides. */
  readonly planCode?: string | null;
  readonly billableMetricCode?: string | null;
  readonly isBillableMetricRecurring?: boolean | null;
}
