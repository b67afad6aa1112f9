import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { OverrideSubscriptionFixedChargeInput } from './fixed-charge-units.schema.js';

/**
 * The units that a subscription is to have; undefined when none were sent.
 * @throws AppError `validation_errors`, with `unsupported_value` for what needs a plan of the subscription's own.
 *   Source: fixed-charges-and-commitments.md §1, §7.
 */
export function checkOwnUnits(input: OverrideSubscriptionFixedChargeInput): bigint | undefined {
  const { units } = input;
  const errors = new FieldErrors();
  if (units === null) errors.add('units', 'value_is_mandatory');
  else if (units !== undefined && units < 0n) errors.add('units', 'value_is_out_of_range');
  for (const member of ['properties', 'invoiceDisplayName', 'taxCodes'] as const) {
    if (input[member] !== undefined) errors.add(member, 'unsupported_value');
  }
  errors.throwIfAny();
  return units ?? undefined;
}
