export interface SentCustomerMetadata {
  readonly id?: string | null;
  readonly key: string;
  readonly value: string;
  readonly displayInInvoice?: boolean | null;
}
