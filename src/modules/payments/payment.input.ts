/** A payment that was made past every provider. */
export interface RecordPayment {
  readonly invoiceId: string;
  readonly amountCents: bigint;
  readonly reference?: string | null;
  readonly paidAt?: Date | null;
}

/** Which payments; what is left out does not restrict. */
export interface PaymentFilter {
  readonly externalCustomerId?: string | null;
  readonly invoiceId?: string | null;
}
