import type { TestParameters } from '../../customers/records/test-filter.js';

/** The months and currency of a report. Source: analytics.md §1. */
export interface MonthParameters {
  readonly currency?: string | null;
  /** Number of calendar months, ending with the current one, or with that of `asOf`. */
  readonly months?: number | null;
  /** The date in whose month `months` ends. */
  readonly asOf?: string | null;
  /** True for a row of zeros in each month in which a series has none. */
  readonly fill?: boolean | null;
  /** Dates in the first and in the last month. */
  readonly from?: string | null;
  readonly to?: string | null;
}

/** The parameters that reports share. */
export interface ReportParameters extends MonthParameters, TestParameters {
  readonly billingEntityId?: string | null;
  readonly billingEntityCode?: string | null;
}

export interface CustomerReportParameters extends ReportParameters {
  readonly externalCustomerId?: string | null;
}
