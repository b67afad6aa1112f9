import type { FieldErrors } from '../../platform/errors/field-errors.js';

/** An element of a list that a plan is sent with. */
interface ListedInput {
  /** Of the one that changes; of none: it is new. */
  readonly id?: string | null;
}

/**
 * Checks each element of a list, and reports ids and codes that several of them have.
 * @param member the list's, where errors are told.
 * @param existing what the plan has of the kind, by id.
 * @param check of one element, at its path with a dot; null when it cannot be used.
 * @returns those that can be used.
 */
export function checkEach<
  Input extends ListedInput,
  Current,
  Wanted extends { readonly code: string | null },
>(
  errors: FieldErrors,
  member: string,
  inputs: readonly Input[],
  existing: ReadonlyMap<string, Current>,
  check: (path: string, input: Input, current: Current | null) => Wanted | null,
): Wanted[] {
  const ids = new Set<string>();
  const codes = new Set<string>();
  return inputs.flatMap((input, index) => {
    const path = `${member}.${index}.`;
    const id = input.id ?? '';
    const current = existing.get(id) ?? null;
    if (current !== null && ids.has(id)) errors.add(`${path}id`, 'value_already_exist');
    ids.add(id);
    const wanted = check(path, input, current);
    if (wanted === null) return [];
    const { code } = wanted;
    if (code !== null && codes.has(code)) errors.add(`${path}code`, 'value_already_exist');
    if (code !== null) codes.add(code);
    return [wanted];
  });
}
