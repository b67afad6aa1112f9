import { isEmpty, type Period } from '../../../core/time/period.js';
import { nextStartOf, type Span, startOf } from '../counters/usage-span.js';

/** A part of a window, and the counters or events it is read from. */
export interface WindowPart {
  /** The span of the counters that are read; null: raw events. */
  readonly span: Span | null;
  /** The period that is read. A span at the edge of the window may extend beyond it. */
  readonly period: Period;
  /** The periods that the spans cover outside the window: the part is read only if they contain no event. */
  readonly unlessIn: readonly Period[];
  /** The part is read only if one of these contains an event, since otherwise a longer span is read instead; null: always. */
  readonly onlyIfIn: readonly Period[] | null;
}

/**
 * Splits a window into the parts it is read in: whole spans of counters and, at each edge, the span across it if all its
 * events lie in the window, as where a subscription starts or at the current time. Otherwise the edge is split into
 * shorter spans, and finally read from events. The parts that are read contain each event of the window exactly once.
 * @param spans longest first.
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

/** The periods before and after an inner period. */
function without(period: Period, inner: Period): Period[] {
  return [
    { from: period.from, to: inner.from },
    { from: inner.to, to: period.to },
  ].filter((rest) => !isEmpty(rest));
}

/** The whole UTC hours of a window; null if it contains none. */
export function wholeHoursOf(window: Period): Period | null {
  const hours = { from: nextStartOf('hour', window.from), to: startOf('hour', window.to) };
  return isEmpty(hours) ? null : hours;
}
