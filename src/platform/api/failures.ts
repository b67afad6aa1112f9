import { Extensions } from 'type-graphql';
import type { FieldErrorCode, FORBIDDEN_ERRORS, StateErrorCode } from '../errors/error-codes.js';

/** The errors of a mutation, beside those that every mutation may have. */
export interface Failures {
  /** Kinds of records that its input names and that may not exist (`not_found`), in plain words. */
  readonly notFound?: readonly string[];
  /** Codes for states of a record that do not allow it. */
  readonly notAllowed?: readonly StateErrorCode[];
  readonly forbidden?: readonly (keyof typeof FORBIDDEN_ERRORS)[];
  /** Codes of fields (`validation_errors`) that are not obvious from their types. */
  readonly fields?: readonly FieldErrorCode[];
}

/** Declares the errors of a mutation; its description in the schema that clients see names them. */
export const FailsWith = (failures: Failures): MethodDecorator & PropertyDecorator =>
  Extensions({ failures });

/** The sentence that names errors. */
export function sentenceOfFailures({
  notFound = [],
  notAllowed = [],
  forbidden = [],
  fields = [],
}: Failures): string {
  const records = notFound.length === 0 ? [] : [`\`not_found\` (${notFound.join(', ')})`];
  const codes = [...notAllowed, ...forbidden].map((code) => `\`${code}\``);
  const refused =
    fields.length === 0 ? [] : [`\`validation_errors\` (${fields.map((code) => `\`${code}\``).join(', ')})`];
  const all = [...records, ...codes, ...refused];
  return all.length === 0 ? 'It has the general errors only.' : `Errors: ${all.join('; ')}.`;
}
