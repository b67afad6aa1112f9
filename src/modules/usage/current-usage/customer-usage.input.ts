/** Selects part of the usage. If charges are selected in several ways, the first one applies. */
export interface UsageFilter {
  readonly chargeId?: string | null;
  readonly chargeCode?: string | null;
  readonly billableMetricCode?: string | null;
  readonly group?: Record<string, unknown> | null;
  readonly presentation?: readonly string[] | null;
  readonly skipGrouping?: boolean | null;
}
