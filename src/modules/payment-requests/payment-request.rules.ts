import { MAX_AMOUNT_CENTS } from '../../core/wallets/credit-amounts.js';
import { invalid, notAllowed } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitCount, limitText } from '../../platform/errors/input-rules.js';
import { isEmail } from '../../platform/text/text-formats.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { dueCents } from '../invoices/settlement/invoice-dues.js';
import type { CreatePaymentRequest } from './payment-request.input.js';

/** Validates what does not depend on the customer. @throws AppError `validation_errors`. Source: payment-providers.md §6. */
export function checkRequestInput({ email, invoiceIds }: CreatePaymentRequest): void {
  const errors = new FieldErrors();
  const address = email?.trim() ?? '';
  if (address !== '' && !isEmail(address)) errors.add('email', 'invalid_email_format');
  else limitText(errors, 'email', address);
  limitCount(errors, 'invoiceIds', invoiceIds);
  errors.throwIfAny();
}

/** Validates the invoices of a request, of which there is at least one. @throws AppError kind `notAllowed`. Source: payments.md §11. */
export function checkRequestedInvoices(invoices: readonly Invoice[]): void {
  if (!invoices.every(({ paymentOverdue }) => paymentOverdue)) throw notAllowed('invoices_not_overdue');
  if (differ(invoices, 'currency')) throw notAllowed('invoices_have_different_currencies');
  if (differ(invoices, 'billingEntityId')) throw notAllowed('invoices_have_different_billing_entities');
}

function differ(invoices: readonly Invoice[], member: 'currency' | 'billingEntityId'): boolean {
  return new Set(invoices.map((invoice) => invoice[member])).size > 1;
}

/** The amount due on invoices together. @throws AppError `amountCents: value_is_out_of_range` beyond the range of amounts. */
export function requestedCents(invoices: readonly Invoice[]): bigint {
  const total = invoices.reduce((sum, invoice) => sum + dueCents(invoice), 0n);
  if (total > MAX_AMOUNT_CENTS) throw invalid({ amountCents: ['value_is_out_of_range'] });
  return total;
}

/** True if a payment of a request also pays this invoice: it is issued and was not paid otherwise. Source: payments.md §11. */
export function isPayable({ status, paymentStatus }: Pick<Invoice, 'status' | 'paymentStatus'>): boolean {
  return status === 'finalized' && paymentStatus !== 'succeeded';
}
