/** The kinds of expected failures. Any error that is not an `AppError` is a bug and answers status 500. */
export type ErrorKind =
  | 'badRequest'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'notAllowed'
  | 'tooLarge'
  | 'validation'
  | 'locked'
  | 'rolledBack'
  | 'tooManyRequests'
  | 'unavailable';

/** The HTTP status of each kind; a new kind without a status does not compile. Source: rest-conventions.md §2. */
export const HTTP_STATUS: Record<ErrorKind, number> = {
  badRequest: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  notAllowed: 405,
  tooLarge: 413,
  validation: 422,
  locked: 422,
  rolledBack: 424,
  tooManyRequests: 429,
  unavailable: 503,
};

/** Seconds after which a retry may succeed, by HTTP status; sent as `Retry-After`. */
export const RETRY_AFTER_SECONDS: Readonly<Record<number, number>> = { 429: 1, 503: 1 };

/**
 * Error codes by field name (camelCase, nested members joined by dots). If the body itself is a list, the key is the
 * zero-based index of the element and the value is again a map by field.
 */
export interface ErrorDetails {
  [field: string]: string[] | ErrorDetails;
}

interface AppErrorOptions extends ErrorOptions {
  /** A sentence for people; by default the code. */
  readonly message?: string;
}

/** An expected failure. It is thrown where it is detected, and each surface converts it to a response in one place. */
export class AppError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    readonly details: ErrorDetails | null = null,
    { message = code, ...options }: AppErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'AppError';
  }
}

/** @param resource name in singular snake_case; the code is `<resource>_not_found`. */
export function notFound(resource: string): AppError {
  return new AppError('notFound', `${resource}_not_found`);
}

export function notAllowed(code: string): AppError {
  return new AppError('notAllowed', code);
}

export function invalid(details: ErrorDetails, options: AppErrorOptions = {}): AppError {
  return new AppError('validation', 'validation_errors', details, options);
}

/** The error for a request that cannot be parsed. @param message a sentence that says why. */
export function badRequest(message: string): AppError {
  return new AppError('badRequest', 'bad_request', null, { message });
}

/** Error code by kind, for requests that a limit refuses. */
const LIMIT_CODES = {
  tooLarge: 'payload_too_large',
  tooManyRequests: 'too_many_requests',
  unavailable: 'service_unavailable',
} as const;

/** The error for a request that a limit refuses. @param message a sentence that states the limit. */
export function overLimit(kind: keyof typeof LIMIT_CODES, message: string): AppError {
  return new AppError(kind, LIMIT_CODES[kind], { base: [message] }, { message });
}

/** The error for a request that waited `patienceMs` milliseconds while all database connections were in use. */
export function noConnectionFree(patienceMs: number): AppError {
  return overLimit('unavailable', `No database connection became free within ${patienceMs} milliseconds.`);
}
