import { AppError } from './app-error.js';

/**
 * Returns the result of `work`, or the `AppError` that it throws. Used when several items are processed together and
 * the failure of one must not fail the others. All other errors are rethrown.
 */
export async function catchAppError<Value>(work: () => Value | Promise<Value>): Promise<Value | AppError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
