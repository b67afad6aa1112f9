import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { Customer } from './customer.table.js';

/** The settings that apply to a customer's invoices. */
export interface BillingSettings {
  /** The time zone in which the customer's days begin. */
  readonly timezone: string;
  readonly gracePeriodDays: number;
  readonly netPaymentTermDays: number;
  readonly issuingDateAnchor: BillingEntity['issuingDateAnchor'];
  readonly issuingDateAdjustment: BillingEntity['issuingDateAdjustment'];
  /** True: an invoice of zero is finalized; false: it is closed. */
  readonly finalizeZeroAmountInvoice: boolean;
}

/** The customer's own settings, or else those of its billing entity. Source: invoices.md §5.1, §5.2. */
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
