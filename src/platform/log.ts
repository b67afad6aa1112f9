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

/** Longer messages hold somebody's data. */
const MESSAGE_LENGTH = 500;

/**
 * Describes an error with its causes. A failed query is logged without its parameters, which are customers' data; an
 * error around it may have copied its message.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, stack, cause } = error;
  const query = failedQueryIn(error);
  const message = query === null ? error.message : `Failed query: ${query}`;
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown };
  return {
    name,
    message: message.slice(0, MESSAGE_LENGTH),
    code,
    constraint,
    // The frames alone: what stands before them is the message again.
    stack: stack?.match(/^ +at [^]*/m)?.[0],
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** @returns the text of the failed query whose message this error has, its own or copied; null when it has none. */
function failedQueryIn(error: Error): string | null {
  for (const candidate of causesOf(error)) {
    if (candidate instanceof DrizzleQueryError && error.message.includes(candidate.message))
      return candidate.query;
  }
  return null;
}

/** The error and what it was caused by; GraphQL keeps the cause of an error as its original. */
function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error;) {
    yield current;
    const { originalError, cause } = current as { originalError?: unknown; cause?: unknown };
    current = originalError ?? cause;
  }
}
