import {
  type ErrorCode,
  FIELD_ERRORS,
  type FieldErrorCode,
  sentenceOf,
  type StateErrorCode,
} from './error-codes.js';

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

/** One refused value of an input. */
export interface FieldError {
  /** As in `ErrorDetails`, but may lead further into the value: `charges.0.properties.standard.amount`. */
  readonly path: string;
  readonly code: FieldErrorCode;
  /** A sentence that says more than that of the code; null if there is none. */
  readonly reason: string | null;
}

interface AppErrorOptions extends ErrorOptions {
  /** A sentence for people; by default that of the code. */
  readonly message?: string;
  /** The refused values of an input; empty if the error has another reason. */
  readonly fields?: readonly FieldError[];
  /** Paths in the details that contain a name which the caller chose: both surfaces have them as they are. */
  readonly namedPaths?: readonly string[];
}

/** An expected failure. It is thrown where it is detected, and each surface converts it to a response in one place. */
export class AppError extends Error {
  readonly fields: readonly FieldError[];
  readonly namedPaths: readonly string[];

  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    readonly details: ErrorDetails | null = null,
    {
      fields = [],
      namedPaths = [],
      message = summaryOf(fields) ?? sentenceOf(code),
      ...options
    }: AppErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'AppError';
    this.fields = fields;
    this.namedPaths = namedPaths;
  }
}

/** Number of refused values that the message of an error describes. */
const MOST_DESCRIBED = 3;

/** Describes refused values for people: `name: A value is required.` Null if there are none. */
function summaryOf(fields: readonly FieldError[]): string | null {
  if (fields.length === 0) return null;
  const described = fields.slice(0, MOST_DESCRIBED).map((field) => {
    const sentence = descriptionOf(field);
    return field.path === 'base' || field.path === '' ? sentence : `${field.path}: ${sentence}`;
  });
  const others = fields.length - described.length;
  return [...described, ...(others > 0 ? [`There are more errors (${others}).`] : [])].join(' ');
}

/** The sentence for people that says why a value was refused. */
export function descriptionOf({ code, reason }: FieldError): string {
  return reason ?? FIELD_ERRORS[code];
}

/** @param resource name in singular snake_case; the code is `<resource>_not_found`. */
export function notFound(resource: string): AppError {
  return new AppError('notFound', `${resource}_not_found`);
}

export function notAllowed(code: StateErrorCode): AppError {
  return new AppError('notAllowed', code);
}

/** The codes of refused values, by their path. */
export type FieldCodes = Readonly<Record<string, readonly FieldErrorCode[]>>;

/**
 * The error for an input with refused values.
 * @param limit a sentence that states the limit which they exceed; it is reported at `base`, too.
 */
export function invalid(codes: FieldCodes, limit?: string): AppError {
  const details: ErrorDetails = Object.fromEntries(
    Object.entries(codes).map(([path, all]) => [path, [...all]]),
  );
  const fields = Object.entries(codes).flatMap(([path, all]) =>
    all.map((code) => ({ path, code, reason: null })),
  );
  if (limit === undefined) return new AppError('validation', 'validation_errors', details, { fields });
  const base = [...(codes['base'] ?? []), limit];
  return new AppError('validation', 'validation_errors', { ...details, base }, { fields, message: limit });
}

/**
 * The error for one refused value whose path contains a name that the caller chose.
 * @param at where in the input the value is, if it is reported under another name.
 */
export function invalidNamed(path: string, code: FieldErrorCode, at = path): AppError {
  const fields = [{ path: at, code, reason: null }];
  return new AppError('validation', 'validation_errors', { [path]: [code] }, { fields, namedPaths: [path] });
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
