import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitText } from '../../../platform/errors/input-rules.js';

/** What is set by hand on a fee. */
export interface SentFeeByHand {
  readonly units?: string | null;
  /** In minor units; decimal. */
  readonly unitAmountCents?: string | null;
  readonly invoiceDisplayName?: string | null;
}

/** Reports negative units and prices, and overlong names. @param prefix of the reported members. */
export function checkFeeByHand(errors: FieldErrors, prefix: string, sent: SentFeeByHand): void {
  for (const member of ['units', 'unitAmountCents'] as const)
    if (sent[member]?.startsWith('-') === true) errors.add(`${prefix}${member}`, 'value_is_out_of_range');
  limitText(errors, `${prefix}invoiceDisplayName`, sent.invoiceDisplayName);
}
