/** The amounts of a credit note for some items. Amounts are in minor units, rates in percent. */
export interface CreditNoteEstimate {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly currency: string;
  readonly taxesAmountCents: bigint;
  readonly preciseTaxesAmountCents: string;
  readonly taxesRate: number;
  readonly subTotalExcludingTaxesAmountCents: bigint;
  readonly couponsAdjustmentAmountCents: bigint;
  readonly preciseCouponsAdjustmentAmountCents: string;
  readonly maxCreditableAmountCents: bigint;
  readonly maxRefundableAmountCents: bigint;
  readonly maxOffsettableAmountCents: bigint;
  readonly items: readonly EstimatedItem[];
  readonly appliedTaxes: readonly EstimatedTax[];
}

interface EstimatedItem {
  readonly feeId: string;
  readonly amountCents: bigint;
}

interface EstimatedTax {
  /** Null for a tax of a provider. */
  readonly taxId: string | null;
  readonly taxCode: string;
  readonly taxName: string;
  readonly taxDescription: string | null;
  readonly taxRate: number;
  readonly baseAmountCents: bigint;
  readonly amountCents: bigint;
  readonly amountCurrency: string;
}
