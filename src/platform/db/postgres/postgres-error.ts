import { AppError, invalid } from '../../errors/app-error.js';

interface PostgresError {
  readonly code: string;
  readonly constraint: string | null;
  readonly table: string | null;
}

/** What the driver adds to an error of Postgres. */
interface FieldsOfError {
  readonly code?: unknown;
  readonly constraint_name?: unknown;
  readonly table_name?: unknown;
}

/** The Postgres error behind a failed query, found through the wrappers of the query builder. */
export function postgresError(error: unknown): PostgresError | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint_name: constraint, table_name: table } = current as FieldsOfError;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
      return { code, constraint: textOrNull(constraint), table: textOrNull(table) };
    }
  }
  return null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** True when the write failed on this unique constraint or index. */
export function violates(error: unknown, constraint: string): boolean {
  const found = postgresError(error);
  return found?.code === '23505' && found.constraint === constraint;
}

/**
 * Builds the error handler of a write: a violation of this unique constraint or index becomes a validation error of the
 * member; other errors are rethrown.
 */
export function refuseTaken(constraint: string, member: string): (error: unknown) => never {
  return (error) => {
    throw violates(error, constraint) ? invalid({ [member]: ['value_already_exist'] }) : error;
  };
}

/** Lock not available, deadlock detected, serialization failure. */
const CONCURRENCY_CODES = new Set(['55P03', '40P01', '40001']);
/** True if a transaction failed only because of concurrent ones, so that a retry may succeed. */
export function isConcurrencyFailure(error: unknown): boolean {
  return CONCURRENCY_CODES.has(postgresError(error)?.code ?? '') || isOutdatedPlan(error);
}

/** True if a prepared statement failed because a migration has changed the types of its result. */
export function isOutdatedPlan(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    // The error code 0A000 is not specific: Postgres uses it for every unsupported feature.
    if ((current as { routine?: unknown }).routine === 'RevalidateCachedQuery') return true;
  }
  return false;
}

/**
 * Connection failures (class 08), insufficient resources (class 53: disk, memory, connections), shutdown (57P0x), a
 * statement that was cancelled or timed out (57014), a transaction that timed out (25P03, 25P04).
 */
const UNAVAILABLE = /^(08...|53...|57P0[123]|57014|25P0[34])$/;
/** Error codes of Node and of the driver for a lost or refused connection. */
const DRIVER_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
]);

/** Converts database failures that callers may retry into an `AppError`. @returns null for other errors. */
export function databaseFailure(error: unknown): AppError | null {
  const refusal = refusalOf(error);
  if (refusal !== null) return refusal;
  const code = postgresError(error)?.code;
  if (isConcurrencyFailure(error)) {
    return new AppError('locked', 'lock_acquisition_failed', null, { cause: error });
  }
  if ((code !== undefined && UNAVAILABLE.test(code)) || hasDriverCode(error)) {
    return new AppError('unavailable', 'service_unavailable', null, { cause: error });
  }
  return null;
}

/** Finds the refusal by `ConnectionGate`, which the query builder wraps in the same way as an error of Postgres. */
function refusalOf(error: unknown): AppError | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AppError) return current;
  }
  return null;
}

/** True if the connection is unusable after this error: Postgres closes it, or the driver has lost it. */
export function endsConnection(error: unknown): boolean {
  const { severity } = error as { severity?: unknown };
  return severity === 'FATAL' || severity === 'PANIC' || hasDriverCode(error);
}

function hasDriverCode(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && DRIVER_CODES.has(code)) return true;
  }
  return false;
}
