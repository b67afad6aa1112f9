/** Creates or changes the commitment; omitted members stay as they are. An empty object removes it. */
export interface SentMinimumCommitment {
  readonly amountCents?: bigint | null;
  readonly invoiceDisplayName?: string | null;
  readonly taxCodes?: readonly string[] | null;
}
