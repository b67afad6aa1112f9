import { GraphQLError } from 'graphql';
import type { AppError } from '../platform/errors/app-error.js';

/** The error of a request that is refused before it runs, with its HTTP status: Apollo would answer 500. */
export function refusal(reason: string | AppError, status = 400): GraphQLError {
  const extensions = { http: { status } };
  if (typeof reason === 'string') return new GraphQLError(reason, { extensions });
  return new GraphQLError(reason.message, { extensions, originalError: reason });
}
