import type { FieldErrors } from './field-errors.js';

/**
 * Reports members that request a feature that is not built yet: every value except null, false, zero and empty ones.
 * @param prefix path of the object with the members, ending with a dot; empty for the input itself.
 */
export function refuseUnsupported<Sent extends object>(
  errors: FieldErrors,
  prefix: string,
  sent: Sent,
  members: readonly (keyof Sent & string)[],
): void {
  for (const member of members) {
    if (isRequested(sent[member])) errors.add(`${prefix}${member}`, 'unsupported_value');
  }
}

/** False for null, false, zero and empty texts, lists and objects. */
function isRequested(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
