import { Big } from '../../../core/money/decimal.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitText } from '../../../platform/errors/input-rules.js';

/** What is set by hand on a fee. */
export interface SentFeeByHand {
  readonly units?: string | null;
  /** In minor units; decimal. */
  readonly unitAmountCents?: string | null;
  readonly invoiceDisplayName?: string | null;
}

/** The most units, and the highest price in minor units: no invoice shows a larger amount. */
const MOST = Number.MAX_SAFE_INTEGER;

/** Reports units and prices below 0 or beyond what invoices can show, and overlong names. @param prefix of the reported members. */
export function checkFeeByHand(errors: FieldErrors, prefix: string, sent: SentFeeByHand): void {
  for (const member of ['units', 'unitAmountCents'] as const) {
    const value = new Big(sent[member] ?? 0);
    if (value.lt(0) || value.gt(MOST)) errors.add(`${prefix}${member}`, 'value_is_out_of_range');
  }
  limitText(errors, `${prefix}invoiceDisplayName`, sent.invoiceDisplayName);
}
