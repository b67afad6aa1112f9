import {
  type AppError,
  type ErrorDetails,
  type ErrorKind,
  HTTP_STATUS,
} from '../platform/errors/app-error.js';
import { snakePath } from './letter-case.js';

/** The body of every error response. Source: rest-conventions.md §2. */
export interface ErrorBody {
  readonly status: number;
  readonly error: string;
  readonly code?: string;
  readonly error_details?: ErrorDetails;
}

/** The short text of each kind of error; a missing kind does not compile. */
const TITLES: Record<ErrorKind, string> = {
  badRequest: 'BadRequest',
  unauthenticated: 'Unauthorized',
  forbidden: 'Forbidden',
  notFound: 'Not Found',
  notAllowed: 'Method Not Allowed',
  tooLarge: 'Payload Too Large',
  validation: 'Unprocessable Entity',
  locked: 'Unprocessable Entity',
  rolledBack: 'Failed Dependency',
  tooManyRequests: 'Too Many Requests',
  unavailable: 'Service Unavailable',
};

/** Builds the body of an error response. @param details in REST spelling; by default those of the failure. */
export function errorBody(failure: AppError, details = detailsAsSent(failure)): ErrorBody {
  const status = HTTP_STATUS[failure.kind];
  const error = TITLES[failure.kind];
  if (failure.kind === 'badRequest') return { status, error: `${error}: ${failure.message}` };
  if (failure.kind === 'unauthenticated') return { status, error };
  return {
    status,
    error,
    code: failure.code,
    ...(details === null ? {} : { error_details: details }),
  };
}

export const INTERNAL_ERROR: ErrorBody = {
  status: 500,
  error: 'Internal Server Error',
  code: 'internal_error',
};
export const UNKNOWN_METHOD: ErrorBody = {
  status: 405,
  error: 'Method Not Allowed',
  code: 'method_not_allowed',
};
export const UNKNOWN_PATH: ErrorBody = { status: 404, error: 'Not Found', code: 'resource_not_found' };

/** The details of a failure with member names in snake_case, as REST spells them. */
export function detailsAsSent({ details, namedPaths }: AppError): ErrorDetails | null {
  return details === null ? null : snakeDetails(details, namedPaths);
}

function snakeDetails(details: ErrorDetails, namedPaths: readonly string[]): ErrorDetails {
  return Object.fromEntries(
    Object.entries(details).map(([path, codes]) => [
      namedPaths.includes(path) ? path : snakePath(path),
      Array.isArray(codes) ? codes : snakeDetails(codes, namedPaths),
    ]),
  );
}

/** Converts `events.2.code` to `{"2": {code: [...]}}`, for operations whose body is a list. */
export function detailsByIndex(details: ErrorDetails): ErrorDetails {
  const byIndex: Record<string, ErrorDetails> = {};
  const others: ErrorDetails = {};
  for (const [path, codes] of Object.entries(details)) {
    const [, index, member] = /^\w+\.(\d+)\.(.+)$/.exec(path) ?? [];
    if (index === undefined || member === undefined) others[path] = codes;
    else (byIndex[index] ??= {})[member] = codes;
  }
  return { ...others, ...byIndex };
}
