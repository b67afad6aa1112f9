import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitText } from '../../../platform/errors/input-rules.js';
import type { SentMinimumCommitment } from './minimum-commitment.input.js';
import type { MinimumCommitment } from './minimum-commitment.table.js';

/** A commitment as it is to be; its taxes are not looked up yet. */
export interface WantedCommitment extends Pick<MinimumCommitment, 'amountCents' | 'invoiceDisplayName'> {
  /** Undefined: as they are. */
  readonly taxCodes: readonly string[] | undefined;
}

const PATH = 'minimumCommitment.';

/**
 * Reports what is wrong with the minimum commitment of a plan.
 * @returns it, to be used when nothing was reported; null when there is to be none.
 * Source: fixed-charges-and-commitments.md §8.
 */
export function checkCommitment(
  errors: FieldErrors,
  sent: SentMinimumCommitment | null,
  current: MinimumCommitment | null,
): WantedCommitment | null {
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
