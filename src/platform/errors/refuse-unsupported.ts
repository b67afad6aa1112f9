import type { FieldErrors } from './field-errors.js';

/**
 * Reports members that ask for what is not built yet: anything but null, false, zero and what is empty.
 * @param prefix path of the object that has the members, with its dot; empty for the input itself.
 */
export function refuseUnsupported<Sent extends object>(
  errors: FieldErrors,
  prefix: string,
  sent: Sent,
  members: readonly (keyof Sent & string)[],
): void {
  for (const member of members) {
    if (asks(sent[member])) errors.add(`${prefix}${member}`, 'unsupported_value');
  }
}

/** Whether a value asks for anything: an empty list or object does not. */
function asks(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
