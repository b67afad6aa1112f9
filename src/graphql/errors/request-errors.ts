import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { databaseFailure } from '../../platform/db/postgres/postgres-error.js';
import { AppError, type ErrorDetails, type ErrorKind, HTTP_STATUS } from '../../platform/errors/app-error.js';
import { MEMBER_ERRORS } from '../../platform/errors/error-codes.js';
import type { Logger } from '../../platform/log.js';
import type { GraphqlErrorCode, InputError } from './error-schema.js';
import { inputErrorsOf } from './input-errors.js';
import { currentRequestId, recordRefusal } from '../../platform/request-scope.js';

/** The error code that clients receive, by kind; null stands for the error's own code. Source: graphql-surface.md §1. */
const CODES: Record<ErrorKind, GraphqlErrorCode | null> = {
  badRequest: null,
  unauthenticated: null,
  forbidden: 'forbidden',
  notFound: 'not_found',
  notAllowed: null,
  tooLarge: 'query_is_too_large',
  validation: 'unprocessable_entity',
  locked: 'lock_acquisition_failed',
  rolledBack: null,
  tooManyRequests: 'too_many_requests',
  unavailable: 'service_unavailable',
};

/** The expected failure that caused an error, however deeply wrapped; null for a bug. */
export function expectedFailure(error: unknown): AppError | null {
  const cause = causeOf(error);
  return cause instanceof AppError ? cause : databaseFailure(cause);
}

/** True if the request itself could not be run (syntax, validation, variables, limits). Errors of fields have a path. */
export function isRequestError(error: unknown): boolean {
  return error instanceof GraphQLError && error.path === undefined && causeOf(error) instanceof GraphQLError;
}

/** The error that a resolver or scalar threw, which GraphQL may have wrapped more than once. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/** Formats an error for clients: expected failures with code, status and details, bugs without any detail. */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  log: Logger,
): GraphQLFormattedError {
  const { message, ...facts } = describe(formatted, error, log);
  recordRefusal(facts.code);
  return {
    message,
    ...(formatted.locations === undefined ? {} : { locations: formatted.locations }),
    ...(formatted.path === undefined ? {} : { path: formatted.path }),
    extensions: { ...facts, requestId: currentRequestId() },
  };
}

/** Formats a failure that occurred before the operation of the request was known. */
export function formatFailure(failure: AppError) {
  const described = describeFailure(failure);
  const code = described.code === 'bad_request' ? 'bad_user_input' : described.code;
  const { message, ...facts } = described;
  recordRefusal(code);
  return { message, extensions: { ...facts, code, requestId: currentRequestId() } };
}

interface Description {
  readonly message: string;
  readonly code: GraphqlErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | null;
  readonly inputErrors?: readonly InputError[];
}

function describe(formatted: GraphQLFormattedError, error: unknown, log: Logger): Description {
  const failure = expectedFailure(error);
  if (failure !== null) {
    // Whoever refused variables knows the arguments that they stand for.
    const located = formatted.extensions?.['inputErrors'] as readonly InputError[] | undefined;
    return { ...describeFailure(failure), ...(located === undefined ? {} : { inputErrors: located }) };
  }
  const apolloCode = formatted.extensions?.['code'];
  const isUnparsed = apolloCode === ApolloServerErrorCode.GRAPHQL_PARSE_FAILED;
  if (isUnparsed && causeOf(error) instanceof RangeError) {
    return {
      message: 'The operation is nested too deeply.',
      code: 'bad_user_input',
      status: 400,
      details: null,
    };
  }
  if (isRequestError(error)) {
    // Clients that send only the hash of a document recognize this code and then send the document.
    const isUnknownHash = apolloCode === ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND;
    const code = isUnknownHash ? apolloCode : 'bad_user_input';
    const inputErrors = formatted.extensions?.['inputErrors'] as readonly InputError[] | undefined;
    return {
      message: formatted.message,
      code,
      status: isUnknownHash ? 200 : 400,
      details: null,
      ...(inputErrors === undefined ? {} : { inputErrors }),
    };
  }
  log.error({ err: error }, 'a GraphQL operation failed unexpectedly');
  return { message: 'Internal error', code: 'internal_error', status: 500, details: null };
}

function describeFailure(failure: AppError): Description {
  // The kinds without a code here have codes of their own, which `ERROR_CODES` lists, too.
  const code = (hasOwnCode(failure) ? null : CODES[failure.kind]) ?? (failure.code as GraphqlErrorCode);
  const inputErrors = inputErrorsOf(failure);
  return {
    message: failure.message,
    code,
    status: HTTP_STATUS[failure.kind],
    details: detailsOf(failure),
    ...(inputErrors.length === 0 ? {} : { inputErrors }),
  };
}

/** True for a refusal that clients receive with its own code instead of that of its kind. */
function hasOwnCode({ kind, code }: AppError): boolean {
  return kind === 'forbidden' && Object.hasOwn(MEMBER_ERRORS, code);
}

/** The details of a failure. `tax_not_found` becomes `{tax: ["not_found"]}`. */
function detailsOf(failure: AppError): ErrorDetails | null {
  if (failure.kind === 'forbidden') return { base: [failure.code] };
  if (failure.kind !== 'notFound') return failure.details;
  const resource = failure.code
    .replace(/_not_found$/, '')
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { [resource]: ['not_found'] };
}
