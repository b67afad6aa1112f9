import { AppError, type ErrorDetails } from '../../src/platform/errors/app-error.js';
import { FieldErrors } from '../../src/platform/errors/field-errors.js';

/** The error of a rule: fields with their codes, or a code alone when it names no field. Null when it does not refuse. */
export function refusalBy(rule: () => unknown): ErrorDetails | string | null {
  try {
    rule();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details ?? error.code;
  }
}

/** The fields that a rule reports, with their codes; empty when it reports none. */
export function errorsBy(rule: (errors: FieldErrors) => unknown): ErrorDetails {
  const errors = new FieldErrors();
  rule(errors);
  return errors.details();
}
