import { isEmpty, type Period } from '../../../core/period.js';
import { nextStartOf, type Span, startOf } from '../counters/usage-span.js';

/** A part of a window with what it is read from. */
export interface WindowPart {
  /** Whole spans, read from counters; null: read from events. */
  readonly span: Span | null;
  /** What is read. Spans at the edge of a window reach beyond it. */
  readonly period: Period;
  /** Read only if no event lies in these: what the spans hold besides the window. */
  readonly unlessIn: readonly Period[];
  /** Read only if an event does lie in one of these: else longer spans tell the same; null: read always. */
  readonly onlyIfIn: readonly Period[] | null;
}

/**
 * Splits a window at the spans that counters are kept by: whole ones, and at its edges those that hold nothing
 * else, as they do where a subscription starts or time goes on; else shorter spans, and events in the end. Of every
 * window the parts that are read touch, and together they hold exactly its events.
 * @param spans the longest first.
 */
export function partsOf(window: Period, spans: readonly Span[]): WindowPart[] {
  return split(window, spans, null);
}

function split(
  window: Period,
  [span, ...shorter]: readonly Span[],
  onlyIfIn: WindowPart['onlyIfIn'],
): WindowPart[] {
  if (isEmpty(window)) return [];
  if (span === undefined) return [{ span: null, period: window, unlessIn: [], onlyIfIn }];
  const whole = { from: nextStartOf(span, window.from), to: startOf(span, window.to) };
  const edges =
    whole.from > whole.to
      ? [window]
      : [
          { from: window.from, to: whole.from },
          { from: whole.to, to: window.to },
        ];
  return [
    ...(isEmpty(whole) ? [] : [{ span, period: whole, unlessIn: [], onlyIfIn }]),
    ...edges
      .filter((edge) => !isEmpty(edge))
      .flatMap((edge) => {
        const period = { from: startOf(span, edge.from), to: nextStartOf(span, edge.to) };
        const beyond = without(period, edge);
        return [{ span, period, unlessIn: beyond, onlyIfIn }, ...split(edge, shorter, beyond)];
      }),
  ];
}

/** What a period holds before and after another one inside. */
function without(period: Period, inner: Period): Period[] {
  return [
    { from: period.from, to: inner.from },
    { from: inner.to, to: period.to },
  ].filter((rest) => !isEmpty(rest));
}

/** The whole hours of a window; null when it has none. */
export function wholeHoursOf(window: Period): Period | null {
  const hours = { from: nextStartOf('hour', window.from), to: startOf('hour', window.to) };
  return isEmpty(hours) ? null : hours;
}
