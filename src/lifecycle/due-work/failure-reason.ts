import { AppError } from '../../platform/errors/app-error.js';
import { DueWorkFailure } from './due-work-engine.js';

/** Why work failed, for the organization that it belongs to: an expected failure by its codes, a bug without its details. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof DueWorkFailure ? error.cause : error;
  if (!(cause instanceof AppError)) return 'internal_error';
  const { code, details } = cause;
  return details === null ? code : `${code} ${JSON.stringify(details)}`;
}
