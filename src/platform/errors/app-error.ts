/** A closed list of expected failures. Anything that is not an `AppError` is a bug and answers 500. */
export type ErrorKind =
  | 'badRequest'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'notAllowed'
  | 'tooLarge'
  | 'validation'
  | 'locked'
  | 'tooManyRequests'
  | 'unavailable';

/** Total by type: a new kind without a status does not compile. Source: rest-conventions.md §2. */
export const HTTP_STATUS: Record<ErrorKind, number> = {
  badRequest: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  notAllowed: 405,
  tooLarge: 413,
  validation: 422,
  locked: 422,
  tooManyRequests: 429,
  unavailable: 503,
};

/** Seconds after which a refused request may succeed, by status; sent as `Retry-After`. */
export const RETRY_AFTER_SECONDS: Readonly<Record<number, number>> = { 429: 1, 503: 1 };

/**
 * Field name (camelCase, nested members joined by dots) to codes. Where the body itself is a list, the key is
 * the zero-based index and the value again a field map.
 */
export interface ErrorDetails {
  [field: string]: string[] | ErrorDetails;
}

interface AppErrorOptions extends ErrorOptions {
  /** A sentence for people; the code where there is nothing to add. */
  readonly message?: string;
}

/** An expected failure, thrown once by whoever knows it and mapped once per surface. */
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

/** @param resource singular snake_case word; gives the code `<resource>_not_found`. */
export function notFound(resource: string): AppError {
  return new AppError('notFound', `${resource}_not_found`);
}

export function notAllowed(code: string): AppError {
  return new AppError('notAllowed', code);
}

export function invalid(details: ErrorDetails, options: AppErrorOptions = {}): AppError {
  return new AppError('validation', 'validation_errors', details, options);
}

/** A request that cannot be understood; `message` tells its author why. */
export function badRequest(message: string): AppError {
  return new AppError('badRequest', 'bad_request', null, { message });
}

/** The code of each kind of refusal by a limit. */
const LIMIT_CODES = {
  tooLarge: 'payload_too_large',
  tooManyRequests: 'too_many_requests',
  unavailable: 'service_unavailable',
} as const;

/** A request that a limit refuses; `message` is a sentence that names the limit. */
export function overLimit(kind: keyof typeof LIMIT_CODES, message: string): AppError {
  return new AppError(kind, LIMIT_CODES[kind], { base: [message] }, { message });
}

/** A request that found all database connections in use for as long as it may wait. */
export function noConnectionFree(patienceMs: number): AppError {
  return overLimit('unavailable', `No database connection became free within ${patienceMs} milliseconds.`);
}
