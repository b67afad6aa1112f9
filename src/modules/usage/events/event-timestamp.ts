import { isSupportedInstant } from '../../../core/supported-instants.js';
import { parseInstant, refuse, scalar } from '../../../platform/api/scalars.js';

/** When an event happened. `Date` holds no microseconds, so they are kept beside it. */
export interface EventTime {
  /** Cut to the millisecond. */
  readonly at: Date;
  /** ISO 8601 in UTC with six decimals. */
  readonly exact: string;
}

/** Unix seconds as plain decimal text; a number's own text has the same form unless it needs an exponent. */
const UNIX_SECONDS = /^(-?\d{1,12})(?:\.(\d+))?$/;
/** When an event happened; more than six decimals are cut. Source: events-ingest.md §1. */
export const EventTimestamp = scalar<EventTime, string>({
  name: 'EventTimestamp',
  description: 'Unix seconds, as a number or a string, with up to six decimals; or an ISO 8601 string.',
  parse: (value) => parseEventTimestamp(value) ?? refuse('EventTimestamp', value),
  serialize: String,
  invalidCode: 'invalid_format',
});

/** Null when the value is neither Unix seconds nor ISO 8601, or outside of `SUPPORTED_INSTANTS`. */
export function parseEventTimestamp(value: unknown): EventTime | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const [, seconds, fraction] = UNIX_SECONDS.exec(String(value)) ?? [];
  return seconds === undefined ? fromIso(value) : fromUnixSeconds(seconds, fraction ?? '');
}

/** An instant of the application. */
export function eventTimeAt(at: Date): EventTime {
  return { at, exact: `${at.toISOString().slice(0, -1)}000Z` };
}

function fromUnixSeconds(seconds: string, fraction: string): EventTime | null {
  const micros = sixDigits(fraction);
  // Digits after the point of a negative number lead further back: -1.25 is 0.75 after -2.
  return seconds.startsWith('-') && Number(micros) > 0
    ? eventTime(Number(seconds) - 1, String(1_000_000 - Number(micros)).padStart(6, '0'))
    : eventTime(Number(seconds), micros);
}

function fromIso(value: unknown): EventTime | null {
  const at = parseInstant(value);
  if (at === null) return null;
  return eventTime(Math.floor(at.getTime() / 1000), sixDigits(/\.(\d+)/.exec(String(value))?.[1] ?? ''));
}

function eventTime(second: number, micros: string): EventTime | null {
  const at = new Date(second * 1000 + Number(micros.slice(0, 3)));
  // Milliseconds that were sent as seconds lie far beyond.
  return isSupportedInstant(at) ? { at, exact: `${at.toISOString().slice(0, 19)}.${micros}Z` } : null;
}

function sixDigits(fraction: string): string {
  return fraction.slice(0, 6).padEnd(6, '0');
}
