import { AppError, invalid } from '../errors/app-error.js';

interface PostgresError {
  readonly code: string;
  readonly constraint: string | null;
  readonly table: string | null;
}

/** The Postgres error behind a failed query, found through the wrappers of the query builder. */
export function postgresError(error: unknown): PostgresError | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const {
      code,
      constraint_name: constraint,
      table_name: table,
    } = current as unknown as Record<string, unknown>;
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

/** What to do when a write fails: a value that the unique constraint or index already holds is refused at its member. */
export function refuseTaken(constraint: string, member: string): (error: unknown) => never {
  return (error) => {
    throw violates(error, constraint) ? invalid({ [member]: ['value_already_exist'] }) : error;
  };
}

/** Lock not available, deadlock detected, serialization failure: the caller may simply try again. */
const CONCURRENCY_CODES = new Set(['55P03', '40P01', '40001']);
/** Whether a transaction failed only because of others that ran at the same time: again, it may succeed. */
export function isConcurrencyFailure(error: unknown): boolean {
  return CONCURRENCY_CODES.has(postgresError(error)?.code ?? '') || isOutdatedPlan(error);
}

/** Whether a prepared statement failed because a migration has changed the types of what it answers. */
export function isOutdatedPlan(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    // The code, 0A000, is that of everything that Postgres does not do.
    if ((current as { routine?: unknown }).routine === 'RevalidateCachedQuery') return true;
  }
  return false;
}

/**
 * Connection failures (class 08), insufficient resources (class 53: disk, memory, connections), shutting down, a statement
 * cancelled or out of time (57014), a transaction out of time (25P03, 25P04).
 */
const UNAVAILABLE = /^(08...|53...|57P0[123]|57014|25P0[34])$/;
/** The driver's own codes. */
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

/** Turns failures of the database that callers should see as such into an `AppError`; null for the rest. */
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

/** The refusal of a connection (`ConnectionGate`), which the query builder wraps like an error of Postgres. */
function refusalOf(error: unknown): AppError | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AppError) return current;
  }
  return null;
}

/** Whether a connection is of no use after this failure: Postgres ends it, or the driver has lost it. */
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
