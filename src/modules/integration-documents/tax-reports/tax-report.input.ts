/** The document whose reports to tax providers are repeated: exactly one. */
export interface RetryTaxReport {
  readonly invoiceId?: string | null;
  readonly creditNoteId?: string | null;
}
