import { Logger as WorkerLogger, type Task } from 'graphile-worker';
import { type Logger, shownMessage } from '../log.js';

/**
 * Wraps a task. The queue logs and stores the message of what a task throws; that of a failed query holds its
 * parameters, such as the whole content of a file.
 */
export function withShownErrors(task: Task): Task {
  return async (payload, helpers) => {
    try {
      return await task(payload, helpers);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new Error(shownMessage(error), { cause: error });
    }
  };
}

/** Hands what the queue logs to our log, which describes errors in its own way. */
export function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, { error, ...meta }) => {
    if (error instanceof Error) log.error({ err: error, meta }, 'a job failed');
    else if (level === 'error') log.error({ meta }, message);
    else if (level === 'warning') log.warn({ meta }, message);
    else log.debug({ meta }, message);
  });
}
