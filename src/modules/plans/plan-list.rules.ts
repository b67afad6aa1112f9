import type { FieldErrors } from '../../platform/errors/field-errors.js';

/** An element of a list in the input of a plan. */
interface ListedInput {
  /** Id of the element that changes; absent or null for a new one. */
  readonly id?: string | null;
}

/**
 * Validates each element of a list, and reports ids and codes that several elements have.
 * @param member the list's name, for the paths of errors.
 * @param existing the plan's elements of this kind, by id.
 * @param check validates one element, given its path with a trailing dot; null if it is invalid.
 * @returns the valid elements.
 */
export function checkEach<
  Input extends ListedInput,
  Current,
  Requested extends { readonly code: string | null },
>(
  errors: FieldErrors,
  member: string,
  inputs: readonly Input[],
  existing: ReadonlyMap<string, Current>,
  check: (path: string, input: Input, current: Current | null) => Requested | null,
): Requested[] {
  const ids = new Set<string>();
  const codes = new Set<string>();
  return inputs.flatMap((input, index) => {
    const path = `${member}.${index}.`;
    const id = input.id ?? '';
    const current = existing.get(id) ?? null;
    if (current !== null && ids.has(id)) errors.add(`${path}id`, 'value_already_exist');
    ids.add(id);
    const requested = check(path, input, current);
    if (requested === null) return [];
    const { code } = requested;
    if (code !== null && codes.has(code)) errors.add(`${path}code`, 'value_already_exist');
    if (code !== null) codes.add(code);
    return [requested];
  });
}
