import { AsyncLocalStorage } from 'node:async_hooks';
import { expectedFailure, isRequestError } from './errors/request-errors.js';

/**
 * How often a read is tried that does not find what its rows refer to: a list reads its rows and their relations in several
 * statements, and between two of them a test clock may be deleted with all that is on it. The next try finds neither.
 */
export const MOST_TRIES = 3;

/** True for an error of a field that a row may have caused which was deleted during the operation. */
export function mayBeOfDeletedRow(error: unknown): boolean {
  const { path } = error as { readonly path?: readonly unknown[] };
  if (path === undefined || isRequestError(error)) return false;
  const failure = expectedFailure(error);
  // What a root field does not find is what the caller has named.
  return failure === null || (failure.kind === 'notFound' && path.length > 1);
}

interface Try {
  /** True once it is known that the operation writes nothing. */
  isRead: boolean;
  isDiscarded: boolean;
}

const tries = new AsyncLocalStorage<Try>();

/** Runs an operation, and runs it again when its answer is discarded. */
export async function readAgain<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = MOST_TRIES; left > 1; left -= 1) {
    const current: Try = { isRead: false, isDiscarded: false };
    const result = await tries.run(current, run);
    if (!current.isDiscarded) return result;
  }
  return run();
}

/** Says that the current operation writes nothing. */
export function noteRead(): void {
  const current = tries.getStore();
  if (current !== undefined) current.isRead = true;
}

/** Discards the answer of the current try if a deleted row may have caused the error. @returns true if it was discarded. */
export function discardsAnswer(error: unknown): boolean {
  const current = tries.getStore();
  if (current?.isRead !== true || !mayBeOfDeletedRow(error)) return false;
  current.isDiscarded = true;
  return true;
}
