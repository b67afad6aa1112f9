import type { BillingEntity } from '../organizations/billing-entity.table.js';
import type { Customer } from './customer.table.js';

/** What holds for a customer's invoices. */
export interface BillingSettings {
  /** The zone of the customer's days. */
  readonly timezone: string;
  readonly gracePeriodDays: number;
  readonly netPaymentTermDays: number;
  readonly issuingDateAnchor: BillingEntity['issuingDateAnchor'];
  readonly issuingDateAdjustment: BillingEntity['issuingDateAdjustment'];
  /** Whether an invoice without any amount is finalized; else it is closed. */
  readonly finalizeZeroAmountInvoice: boolean;
}

/** The customer's own settings, those of the billing entity where it has none. Source: invoices.md §5.1, §5.2. */
export function billingSettingsOf(customer: Customer, entity: BillingEntity): BillingSettings {
  const zeroAmount = customer.finalizeZeroAmountInvoice;
  return {
    timezone: customer.timezone ?? entity.timezone,
    gracePeriodDays: customer.invoiceGracePeriodDays ?? entity.invoiceGracePeriodDays,
    netPaymentTermDays: customer.netPaymentTermDays ?? entity.netPaymentTermDays,
    issuingDateAnchor: customer.issuingDateAnchor ?? entity.issuingDateAnchor,
    issuingDateAdjustment: customer.issuingDateAdjustment ?? entity.issuingDateAdjustment,
    finalizeZeroAmountInvoice:
      zeroAmount === 'inherit' ? entity.finalizeZeroAmountInvoice : zeroAmount === 'finalize',
  };
}
