import { ExactNumber } from '../../../core/money/exact-number.js';
import { isSupportedInstant } from '../../../core/time/supported-instants.js';
import { refuse, scalar } from '../../../platform/api/members/scalars.js';
import { parseInstant } from '../../../platform/text/parse-instant.js';

/** When an event happened. `Date` holds no microseconds, so they are kept beside it. */
export interface EventTime {
  /** Truncated to the millisecond. */
  readonly at: Date;
  /** ISO 8601 in UTC with six decimals. */
  readonly exact: string;
}

/** Unix seconds as decimal text. The text of a JavaScript number matches too, unless it has an exponent. */
const UNIX_SECONDS = /^(-?\d{1,12})(?:\.(\d+))?$/;

const TIMESTAMP = 'Unix seconds, or a point in time, such as "2027-03-01T07:00:00Z"';

/** The timestamp of an event; decimals after the sixth are dropped. Source: events-ingest.md §1. */
export const EventTimestamp = scalar<EventTime, string>({
  name: 'EventTimestamp',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  description: 'Unix seconds, as a number or a string, with up to six decimals; or an ISO 8601 string.',
  parse: (value) => parseEventTimestamp(value) ?? refuse(TIMESTAMP),
  serialize: String,
  invalidCode: 'invalid_format',
});

/** Null if the value is neither Unix seconds nor ISO 8601, or outside of `SUPPORTED_INSTANTS`. */
export function parseEventTimestamp(value: unknown): EventTime | null {
  const isNumber = typeof value === 'number' || value instanceof ExactNumber;
  if (!isNumber && typeof value !== 'string') return null;
  const [, seconds, fraction] = UNIX_SECONDS.exec(String(value)) ?? [];
  return seconds === undefined ? fromIso(value) : fromUnixSeconds(seconds, fraction ?? '');
}

/** Converts an instant of the application, which has milliseconds, to an event time. */
export function eventTimeAt(at: Date): EventTime {
  return { at, exact: `${at.toISOString().slice(0, -1)}000Z` };
}

function fromUnixSeconds(seconds: string, fraction: string): EventTime | null {
  const micros = sixDigits(fraction);
  // The fraction of a negative number counts backwards: -1.25 is 0.75 seconds after -2.
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
  // Refuses milliseconds sent as seconds: they lie far in the future.
  return isSupportedInstant(at) ? { at, exact: `${at.toISOString().slice(0, 19)}.${micros}Z` } : null;
}

function sixDigits(fraction: string): string {
  return fraction.slice(0, 6).padEnd(6, '0');
}
