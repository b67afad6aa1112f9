import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitText } from '../../../platform/errors/input-rules.js';
import type { SentMinimumCommitment } from './minimum-commitment.input.js';
import type { MinimumCommitment } from './minimum-commitment.table.js';

/** A commitment as the input requests it, before its taxes are looked up. */
export interface RequestedCommitment extends Pick<MinimumCommitment, 'amountCents' | 'invoiceDisplayName'> {
  /** Undefined: unchanged. */
  readonly taxCodes: readonly string[] | undefined;
}

const PATH = 'minimumCommitment.';

/**
 * Validates the minimum commitment of a plan.
 * @returns the commitment; use it only if no error was added. Null if the plan shall have none.
 * Source: fixed-charges-and-commitments.md §8.
 */
export function checkCommitment(
  errors: FieldErrors,
  sent: SentMinimumCommitment | null,
  current: MinimumCommitment | null,
): RequestedCommitment | null {
  if (sent === null || Object.keys(sent).length === 0) return null;
  const amountCents = sent.amountCents === undefined ? (current?.amountCents ?? null) : sent.amountCents;
  if (amountCents === null) errors.add(`${PATH}amountCents`, 'value_is_mandatory');
  else if (amountCents <= 0n) errors.add(`${PATH}amountCents`, 'value_is_out_of_range');
  limitText(errors, `${PATH}invoiceDisplayName`, sent.invoiceDisplayName);
  limitCount(errors, `${PATH}taxCodes`, sent.taxCodes);
  return {
    amountCents: amountCents ?? 0n,
    invoiceDisplayName:
      sent.invoiceDisplayName === undefined ? (current?.invoiceDisplayName ?? null) : sent.invoiceDisplayName,
    taxCodes: sent.taxCodes === undefined ? undefined : (sent.taxCodes ?? []),
  };
}
