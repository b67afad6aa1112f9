import { cleanText } from '../../../../platform/text/clean-text.js';
import type { OutgoingAnswer } from '../../../../platform/outgoing/post.js';

/**
 * Classes of failed calls. `retriable`: nobody knows whether it had an effect, and the same call may be repeated;
 * `rate_limited`: the same, after a while; `paced`: it was not made, since the connection has too many others, and comes again;
 * `configuration`: the connection is not allowed to; `refused`: any other answer.
 * Source: integrations.md §5.
 */
export type RefusalClass = 'retriable' | 'rate_limited' | 'paced' | 'configuration' | 'refused';

interface RefusalOptions extends ErrorOptions {
  /** After which a call that was one too many may be repeated, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The status of the answer. */
  readonly status?: number;
  /** What the system calls a document that it has taken although it differs from ours. */
  readonly externalId?: string;
}

/** An outside system refused a call, or gave no answer that can be used. */
export class IntegrationRefusal extends Error {
  readonly retryAfterMs: number | null;
  /** The status of the answer; null without one, and for an answer that was accepted. */
  readonly status: number | null;
  /** What the system calls a document that it has taken although it differs from ours; null if it has none. */
  readonly externalId: string | null;

  constructor(
    readonly refusalClass: RefusalClass,
    /** The code of the system as it is, else one of ours. */
    readonly errorCode: string,
    message: string,
    { retryAfterMs, status, externalId, ...options }: RefusalOptions = {},
  ) {
    super(message, options);
    this.name = 'IntegrationRefusal';
    this.retryAfterMs = retryAfterMs ?? null;
    this.status = status ?? null;
    this.externalId = externalId ?? null;
  }
}

/** The refusal for an answer that cannot be used, although the system has accepted the call. */
export function invalidAnswer(reason: string, options: ErrorOptions = {}): IntegrationRefusal {
  return new IntegrationRefusal('retriable', 'invalid_answer', reason, options);
}

/** Waits after too many calls: without the header, and the longest one. Source: integrations.md §5. */
const DEFAULT_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;

/** How long a system asks to wait, in milliseconds. @param retryAfter seconds, or a date. */
export function waitOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return DEFAULT_WAIT_MS;
  const ms = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(ms) ? DEFAULT_WAIT_MS : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}

/** Statuses after which the same call may be repeated, beside those of errors of the server. */
const RETRIABLE: Readonly<Record<number, string>> = { 408: 'timeout', 425: 'unavailable' };

/** Longest code and sentence of an error that are kept. */
const CODE_LENGTH = 255;
const MESSAGE_LENGTH = 1_000;

/** The error of a system, in its words. */
export interface SystemError {
  readonly code: string | null;
  readonly message: string | null;
  /** True if the same call may be repeated, whatever the status says. */
  readonly isRetriable?: boolean;
}

/** The refusal for an answer that reports an error, usually with another status than 2xx. Source: integrations.md §5. */
export function refusalOfStatus(
  { status, headers }: Pick<OutgoingAnswer, 'status' | 'headers'>,
  { code, message, isRetriable = false }: SystemError,
  now: Date,
): IntegrationRefusal {
  const text = shortText(message, MESSAGE_LENGTH) ?? `The system answered ${status}.`;
  const theirs = shortText(code, CODE_LENGTH);
  const refusal = (refusalClass: RefusalClass, ours: string, options: RefusalOptions = {}) =>
    new IntegrationRefusal(refusalClass, theirs ?? ours, text, { ...options, status });
  if (status === 429)
    return refusal('rate_limited', 'rate_limited', { retryAfterMs: waitOf(headers['retry-after'], now) });
  if (status === 401 || status === 403) return refusal('configuration', 'unauthorized');
  const retriable = isRetriable || status >= 500 ? 'unavailable' : RETRIABLE[status];
  return retriable === undefined ? refusal('refused', `status_${status}`) : refusal('retriable', retriable);
}

function shortText(text: string | null, most: number): string | null {
  return text === null || text.trim() === '' ? null : cleanText(text.slice(0, most));
}
