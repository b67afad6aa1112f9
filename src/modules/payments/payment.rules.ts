import { AppError, invalid } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { requireText } from '../../platform/errors/rules.js';
import { dueCents } from '../invoices/invoice-dues.js';
import type { Invoice } from '../invoices/invoice.table.js';
import type { RecordPaymentInput } from './payment.schema.js';

/** Source: rest-conventions.md §11. */
const REFERENCE_LENGTH = 40;

/** What can be told without knowing the invoice. @throws AppError `validation_errors`. Source: payments.md §4. */
export function checkAsked({ invoiceId, amountCents }: RecordPaymentInput): void {
  if (invoiceId.trim() === '') throw invalid({ invoiceId: ['value_is_mandatory'] });
  if (amountCents <= 0n) throw invalid({ amountCents: ['invalid_value'] });
}

/** @throws AppError kind `forbidden`; `validation_errors`. Source: payments.md §4. */
export function checkPayment({ reference, amountCents }: RecordPaymentInput, invoice: Invoice): void {
  if (invoice.status !== 'finalized') throw new AppError('forbidden', 'forbidden');
  const errors = new FieldErrors();
  requireText(errors, 'reference', reference ?? null, REFERENCE_LENGTH);
  if (amountCents > dueCents(invoice)) errors.add('amountCents', 'value_is_out_of_range');
  errors.throwIfAny();
}
