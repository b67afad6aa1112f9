import { GraphQLError } from 'graphql';
import type { InputError } from './error-schema.js';
import type { AppError } from '../../platform/errors/app-error.js';

/** Creates the error of a request refused before execution, with its HTTP status (otherwise Apollo answers 500). */
export function refusal(
  reason: string | AppError,
  status = 400,
  facts: { readonly inputErrors?: readonly InputError[] } = {},
): GraphQLError {
  const extensions = { ...facts, http: { status } };
  if (typeof reason === 'string') return new GraphQLError(reason, { extensions });
  return new GraphQLError(reason.message, { extensions, originalError: reason });
}
