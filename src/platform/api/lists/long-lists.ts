import type { FieldErrorCode } from '../../errors/error-codes.js';
import {
  getNullableType,
  type GraphQLInputField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { FieldErrors } from '../../errors/field-errors.js';
import { isOverlong } from '../../errors/input-rules.js';

/** The error code for an overlong list in this member: its own, declared with `@Extensions`, or `invalid_count`. */
export function overlongCodeOf({ extensions }: GraphQLInputField): FieldErrorCode {
  return (extensions as { overlongCode?: FieldErrorCode }).overlongCode ?? 'invalid_count';
}

/**
 * Reports every overlong list in an input value, at any depth. It runs before the elements are validated, since a body
 * within the size limit can contain millions of them.
 * @param path of the value; empty for the input of an operation itself.
 */
export function reportLongLists(
  errors: FieldErrors,
  type: GraphQLInputType,
  value: unknown,
  path: string,
  code: FieldErrorCode = 'invalid_count',
): void {
  const present = getNullableType(type);
  if (isListType(present) && Array.isArray(value)) {
    if (isOverlong(value)) {
      errors.add(path, code);
      return;
    }
    for (const [index, element] of value.entries())
      reportLongLists(errors, present.ofType, element, join(path, index));
  } else if (isInputObjectType(present) && typeof value === 'object' && value !== null) {
    for (const field of Object.values(present.getFields())) {
      const member = (value as Record<string, unknown>)[field.name];
      reportLongLists(errors, field.type, member, join(path, field.name), overlongCodeOf(field));
    }
  }
}

function join(path: string, member: string | number): string {
  return path === '' ? String(member) : `${path}.${member}`;
}
