import { notFound } from '../../../platform/errors/app-error.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';

/** An element as it was sent, and its path with a trailing dot; empty if it is the input itself. */
export interface Sent<Input> {
  readonly path: string;
  readonly input: Input;
}

/** A charge or fixed charge of the subscription's plan, with the id of its parent if it is a copy. */
interface Overridable {
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * Replaces the ids that were sent by those of the subscription's own charges or fixed charges.
 * @throws AppError `<resource>_not_found` for an unknown id.
 */
export function withOwnIds<Input extends { readonly id?: string | null }>(
  errors: FieldErrors,
  sent: readonly Sent<Input>[],
  existing: readonly Overridable[],
  resource: 'charge' | 'fixed_charge',
): Sent<Input & { readonly id: string }>[] {
  const named = new Set<string>();
  return sent.flatMap(({ path, input }) => {
    if (input.id === undefined || input.id === null) {
      errors.add(`${path}id`, 'value_is_mandatory');
      return [];
    }
    const found = existing.find(({ id, parentId }) => id === input.id || parentId === input.id);
    if (found === undefined) throw notFound(resource);
    if (named.has(found.id)) errors.add(`${path}id`, 'value_already_exist');
    named.add(found.id);
    return [{ path, input: { ...input, id: found.id } }];
  });
}
