/** Which part of the usage is wanted. Of several ways to choose charges the first one counts. */
export interface UsageFilter {
  readonly chargeId?: string | null;
  readonly chargeCode?: string | null;
  readonly billableMetricCode?: string | null;
  readonly group?: Record<string, unknown> | null;
  readonly presentation?: readonly string[] | null;
  readonly skipGrouping?: boolean | null;
}
