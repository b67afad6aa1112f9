/** A payment that was made without a payment provider. */
export interface RecordPayment {
  readonly invoiceId: string;
  readonly amountCents: bigint;
  readonly reference?: string | null;
  readonly paidAt?: Date | null;
}

/** Filters payments; omitted members do not restrict. */
export interface PaymentFilter {
  readonly externalCustomerId?: string | null;
  readonly invoiceId?: string | null;
}
