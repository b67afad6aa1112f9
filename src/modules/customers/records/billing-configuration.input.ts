import type { Customer, ProviderPaymentMethod } from './customer.table.js';

/** Billing settings of a customer; null means the billing entity's setting. */
export interface SentBillingConfiguration {
  readonly invoiceGracePeriod?: number | null;
  readonly subscriptionInvoiceIssuingDateAnchor?: Customer['issuingDateAnchor'];
  readonly subscriptionInvoiceIssuingDateAdjustment?: Customer['issuingDateAdjustment'];
  readonly documentLocale?: string | null;
  readonly paymentProvider?: string | null;
  readonly paymentProviderCode?: string | null;
  readonly providerCustomerId?: string | null;
  readonly sync?: boolean | null;
  readonly syncWithProvider?: boolean | null;
  readonly providerPaymentMethods?: readonly ProviderPaymentMethod[] | null;
}
