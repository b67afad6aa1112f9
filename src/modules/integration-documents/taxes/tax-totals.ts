import type { Big } from '../../../core/money/decimal.js';
import { invalidAnswer } from '../../integrations/adapters/calls/integration-refusal.js';
import { MAX_AMOUNT_CENTS } from '../../invoices/composing/invoice-composition.js';

/**
 * Refuses taxes with which a document could not be shown.
 * @param amountCents the document without taxes. @throws IntegrationRefusal `invalid_answer`.
 */
export function requireTotalInRange(amountCents: bigint, taxAmount: Big): void {
  if (taxAmount.plus(amountCents).gt(MAX_AMOUNT_CENTS))
    throw invalidAnswer('The total with the taxes of the answer is beyond 2^53.');
}
