import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger as PinoLogger, type LoggerOptions, pino } from 'pino';
import { currentRequestId } from './request-scope.js';

export type Logger = PinoLogger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Creates a logger that writes one JSON object per line, by default to standard output. Credentials are hidden. */
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

/** Error messages are cut to this many characters: longer ones usually quote customers' data. */
const MESSAGE_LENGTH = 500;

/**
 * Describes an error and its causes for the log. The parameters of a failed query are omitted, since they are
 * customers' data, also from errors that copied the message of the query's error.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, stack, cause } = error;
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown };
  return {
    name,
    message: shownMessage(error),
    code,
    constraint,
    // Only the stack frames: the text before them repeats the message.
    stack: stack?.match(/^ +at [^]*/m)?.[0],
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** The message of an error without the parameters of a failed query, cut to some length. */
export function shownMessage(error: Error): string {
  const query = failedQueryIn(error);
  return (query === null ? error.message : `Failed query: ${query}`).slice(0, MESSAGE_LENGTH);
}

/** @returns the SQL of the failed query whose error message this error contains; null if it contains none. */
function failedQueryIn(error: Error): string | null {
  for (const candidate of causesOf(error)) {
    if (candidate instanceof DrizzleQueryError && error.message.includes(candidate.message))
      return candidate.query;
  }
  return null;
}

/** Yields the error and its chain of causes; a GraphQL error keeps its cause as `originalError`. */
function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error;) {
    yield current;
    const { originalError, cause } = current as { originalError?: unknown; cause?: unknown };
    current = originalError ?? cause;
  }
}
