import type { SentInvoiceOptions } from '../../payment-providers/invoice-options.js';

/** An add-on on a one-off invoice. Omitted values are those of the add-on. */
export interface SentOneOffFee {
  readonly addOnCode: string;
  /** In minor units; decimal. */
  readonly unitAmountCents?: string | null;
  readonly units?: string | null;
  readonly invoiceDisplayName?: string | null;
  readonly description?: string | null;
  readonly taxCodes?: readonly string[] | null;
  readonly from?: Date | null;
  readonly to?: Date | null;
  readonly skipPsp?: boolean | null;
}

/** A one-off invoice. */
export interface CreateOneOffInvoice extends SentInvoiceOptions {
  readonly externalCustomerId: string;
  readonly currency?: string | null;
  readonly fees?: readonly SentOneOffFee[] | null;
  readonly billingEntityCode?: string | null;
  readonly skipPsp?: boolean | null;
}
