import { AppError, invalid } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { requireText } from '../../platform/errors/input-rules.js';
import { dueCents, isUntaxed } from '../invoices/settlement/invoice-dues.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { RecordPayment, RecordPaymentOfRequest } from './payment.input.js';

/** Source: rest-conventions.md §11. */
const REFERENCE_LENGTH = 40;

/** Validates what does not depend on the invoice. @throws AppError `validation_errors`. Source: payments.md §4. */
export function checkPaymentInput({ invoiceId, amountCents }: RecordPayment): void {
  if (invoiceId.trim() === '') throw invalid({ invoiceId: ['value_is_mandatory'] });
  checkAmount(amountCents);
}

/** @throws AppError `amountCents: invalid_value` unless positive. */
export function checkAmount(amountCents: bigint): void {
  if (amountCents <= 0n) throw invalid({ amountCents: ['invalid_value'] });
}

/** The invoice of a payment, and the paid requests that contain it. */
interface PaidInvoice {
  readonly invoice: Invoice;
  /** True if a payment request with the invoice was paid. */
  readonly isInPaidRequest: boolean;
}

/**
 * Validates a payment of an invoice. An open invoice must be paid in full: a partial payment would be left over if the rest
 * were never paid (docs/adr/0015). Nobody knows yet what is due of an invoice without its taxes.
 * @throws AppError kind `forbidden`; `validation_errors`. Source: payments.md §4.
 */
export function checkPayment(
  { reference, amountCents }: RecordPayment,
  { invoice, isInPaidRequest }: PaidInvoice,
): void {
  const isPayable = invoice.status === 'finalized' || invoice.status === 'open';
  if (!isPayable || isUntaxed(invoice)) {
    throw new AppError('forbidden', 'forbidden');
  }
  const errors = new FieldErrors();
  const due = dueCents(invoice);
  requireText(errors, 'reference', reference ?? null, REFERENCE_LENGTH);
  if (amountCents > due) errors.add('amountCents', 'value_is_out_of_range');
  else if (invoice.status === 'open' && amountCents < due) errors.add('amountCents', 'invalid_amount');
  if (isInPaidRequest) errors.add('base', 'payment_request_is_already_succeeded');
  errors.throwIfAny();
}

/**
 * Validates a payment of a request, which is paid as a whole.
 * @throws AppError `validation_errors`.
 */
export function checkPaymentOfRequest(
  { reference, amountCents }: RecordPaymentOfRequest,
  { isPaid, dueCents: due }: { readonly isPaid: boolean; readonly dueCents: bigint },
): void {
  const errors = new FieldErrors();
  requireText(errors, 'reference', reference, REFERENCE_LENGTH);
  if (isPaid) errors.add('base', 'payment_request_is_already_succeeded');
  else if (amountCents > due) errors.add('amountCents', 'value_is_out_of_range');
  else if (amountCents < due) errors.add('amountCents', 'invalid_amount');
  errors.throwIfAny();
}
