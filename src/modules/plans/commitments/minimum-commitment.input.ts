/** Creates or changes the commitment; members left out stay as they are. Empty: there is none. */
export interface SentMinimumCommitment {
  readonly amountCents?: bigint | null;
  readonly invoiceDisplayName?: string | null;
  readonly taxCodes?: readonly string[] | null;
}
