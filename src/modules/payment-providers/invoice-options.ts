import { jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { SectionChoice } from '../../core/invoicing/custom-sections.js';
import type { SentSectionChoice } from '../invoice-custom-sections/invoice-custom-section.input.js';
import { PAYMENT_METHOD_TYPES, type SentPaymentMethodReference } from './methods/payment-method-reference.js';

/** How invoices for something look and are paid, as callers send it. */
export interface SentInvoiceOptions {
  readonly paymentMethod?: SentPaymentMethodReference | null;
  readonly purchaseOrderNumber?: string | null;
  readonly invoiceCustomSection?: SentSectionChoice | null;
}

/** The columns of how something is paid; null: by what applies to the customer. */
export const paymentMethodColumns = () => ({
  paymentMethodType: text('payment_method_type', { enum: PAYMENT_METHOD_TYPES }),
  paymentMethodId: uuid('payment_method_id'),
});

/**
 * The columns of how invoices for something look and are paid. Null custom sections: those of what it belongs to, a wallet or a
 * customer.
 */
export const invoiceOptions = () => ({
  customSections: jsonb('custom_sections').$type<SectionChoice>(),
  ...paymentMethodColumns(),
  purchaseOrderNumber: text('purchase_order_number'),
});
