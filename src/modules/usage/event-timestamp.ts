import { parseInstant, refuse, scalar } from '../../platform/api/scalars.js';

/** Unix seconds as plain decimal text; a number's own text has the same form unless it needs an exponent. */
const UNIX_SECONDS = /^(-?\d{1,12})(?:\.(\d+))?$/;
const MICROS_PER_SECOND = 1_000_000n;
/** Four-digit years, which ISO 8601 can write. Milliseconds that were sent as seconds lie beyond. */
const FOUR_DIGIT_YEAR = /^(?!0000)\d{4}-/;

/**
 * When an event happened: ISO 8601 text in UTC with six decimals, since `Date` holds no microseconds. More decimals
 * are cut. Source: events-ingest.md §1.
 */
export const EventTimestamp = scalar<string, string>({
  name: 'EventTimestamp',
  description: 'Unix seconds as a number or as text, with up to six decimals, or ISO 8601 text.',
  parse: (value) => parseEventTimestamp(value) ?? refuse('EventTimestamp', value),
  serialize: String,
  invalidCode: 'invalid_format',
});

/** Null when the value is neither Unix seconds nor ISO 8601. */
export function parseEventTimestamp(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const [, seconds, fraction] = UNIX_SECONDS.exec(String(value)) ?? [];
  return seconds === undefined ? fromIso(value) : fromUnixSeconds(seconds, fraction ?? '');
}

/** An instant of the application as an event's timestamp. */
export function eventTimestamp(at: Date): string {
  return `${at.toISOString().slice(0, -1)}000Z`;
}

function fromUnixSeconds(seconds: string, fraction: string): string | null {
  const micros = BigInt(seconds + sixDigits(fraction));
  const rest = ((micros % MICROS_PER_SECOND) + MICROS_PER_SECOND) % MICROS_PER_SECOND;
  return written(new Date(Number(micros - rest) / 1000), String(rest).padStart(6, '0'));
}

function fromIso(value: unknown): string | null {
  const at = parseInstant(value);
  return at === null ? null : written(at, sixDigits(/\.(\d+)/.exec(String(value))?.[1] ?? ''));
}

function written(second: Date, micros: string): string | null {
  if (Number.isNaN(second.getTime())) return null;
  const text = second.toISOString();
  return FOUR_DIGIT_YEAR.test(text) ? `${text.slice(0, 19)}.${micros}Z` : null;
}

function sixDigits(fraction: string): string {
  return fraction.slice(0, 6).padEnd(6, '0');
}
