/** A new add-on. */
export interface CreateAddOn {
  readonly code: string;
  readonly name: string;
  readonly invoiceDisplayName?: string | null;
  readonly description?: string | null;
  readonly amountCents: bigint;
  readonly amountCurrency: string;
  readonly taxCodes?: readonly string[] | null;
}

/** Changes of an add-on; omitted members stay as they are. */
export interface UpdateAddOn {
  readonly id: string;
  readonly code?: string | null;
  readonly name?: string | null;
  readonly invoiceDisplayName?: string | null;
  readonly description?: string | null;
  readonly amountCents?: bigint | null;
  readonly amountCurrency?: string | null;
  readonly taxCodes?: readonly string[] | null;
}
