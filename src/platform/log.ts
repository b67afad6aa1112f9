import { type Logger as PinoLogger, pino } from 'pino';
import { currentRequestId } from './request-scope.js';

export type Logger = PinoLogger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Structured logs, one JSON object a line, on standard output. Secrets never reach a line. */
export function createLogger(level: (typeof LOG_LEVELS)[number]): Logger {
  return pino({
    level,
    base: null,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === null ? {} : { requestId };
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.authorization', '*.password', '*.apiKey'], censor: '[hidden]' },
  });
}
