/** Filters receipts; omitted members do not restrict. */
export interface PaymentReceiptFilter {
  /** Receipts of payments of the invoice, alone or in a payment request. */
  readonly invoiceId?: string | null;
}
