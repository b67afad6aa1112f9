import { AppError } from '../../platform/errors/app-error.js';
import { DueWorkFailure } from './due-work-engine.js';

/** The reason of a failure as its organization may read it: the codes of an expected error, nothing about a bug. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof DueWorkFailure ? error.cause : error;
  if (!(cause instanceof AppError)) return 'internal_error';
  const { code, details } = cause;
  return details === null ? code : `${code} ${JSON.stringify(details)}`;
}
