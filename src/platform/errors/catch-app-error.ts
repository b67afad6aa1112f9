import { AppError } from './app-error.js';

/**
 * What some work answers, or the expected failure that it ends with: for work on many things at once, where a failure of one
 * must not be a failure of all. A bug is thrown as ever.
 */
export async function catchAppError<Value>(work: () => Value | Promise<Value>): Promise<Value | AppError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
