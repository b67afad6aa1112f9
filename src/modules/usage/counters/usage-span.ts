/** The length of a counter: a UTC hour, day or month whose events it sums. */
export type Span = 'month' | 'day' | 'hour';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The start of the span that contains the instant. */
export function startOf(span: Span, at: Date): Date {
  if (span === 'month') return new Date(Date.UTC(2000, months(at)));
  const lengthMs = span === 'day' ? DAY_MS : HOUR_MS;
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}

/** The first start of a span that is not before the instant. */
export function nextStartOf(span: Span, at: Date): Date {
  const start = startOf(span, at);
  if (start.getTime() === at.getTime()) return start;
  if (span === 'month') return new Date(Date.UTC(2000, months(at) + 1));
  return new Date(start.getTime() + (span === 'day' ? DAY_MS : HOUR_MS));
}

/** Months since January 2000. `Date.UTC` maps the years 0 to 99 to 1900 to 1999, so years are counted from 2000 instead. */
function months(at: Date): number {
  return (at.getUTCFullYear() - 2000) * 12 + at.getUTCMonth();
}
