import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger as PinoLogger, type LoggerOptions, pino } from 'pino';
import { currentRequestId } from './request-scope.js';

export type Logger = PinoLogger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Structured logs, one JSON object a line, on standard output. Secrets never reach a line. */
export function createLogger(level: (typeof LOG_LEVELS)[number], destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === null ? {} : { requestId };
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: { paths: ['*.authorization', '*.password', '*.apiKey'], censor: '[hidden]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** An error with its causes. A failed query is told without its parameters, which are customers' data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown };
  return {
    name,
    message: error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : message,
    code,
    constraint,
    // The frames alone: what stands before them is the message again.
    stack: stack?.match(/^ +at [^]*/m)?.[0],
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
