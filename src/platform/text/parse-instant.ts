const ISO_INSTANT =
  /^\d{4}-\d{2}-\d{2}(?:[T ](?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** First and last instant that both Postgres and a four-digit year can represent. */
const FIRST_INSTANT_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** True if Postgres and a four-digit year can represent the instant; false for an invalid date. */
function isRepresentable(instant: Date): boolean {
  return instant.getTime() >= FIRST_INSTANT_MS && instant.getTime() <= LAST_INSTANT_MS;
}

/** Parses an ISO 8601 instant or date; without a zone it is UTC. @returns null if the value is neither. */
export function parseInstant(value: unknown): Date | null {
  if (typeof value !== 'string' || !ISO_INSTANT.test(value)) return null;
  const zoned = /(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(value) || value.length === 10 ? value : `${value}Z`;
  const instant = new Date(zoned.replace(' ', 'T'));
  // `Date` turns 31 February into a day of March, so the parsed day is compared with the text.
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !isRepresentable(instant)) return null;
  return day.toISOString().startsWith(value.slice(0, 10)) ? instant : null;
}
