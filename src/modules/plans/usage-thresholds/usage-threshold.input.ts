/** A threshold of a list that replaces all thresholds of its owner. */
export interface SentUsageThreshold {
  readonly amountCents?: bigint | null;
  readonly thresholdDisplayName?: string | null;
  readonly recurring?: boolean | null;
}
