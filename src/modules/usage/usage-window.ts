import { isEmpty, type Period } from '../../core/period.js';

const HOUR_MS = 3_600_000;

/** A window as counters can answer it. The parts touch, and together they are the window. */
export interface WindowParts {
  /** Whole UTC hours; null when the window holds none. */
  readonly hours: Period | null;
  /** What is left at the edges: at most two parts, each shorter than an hour, or the whole window. */
  readonly cuts: readonly Period[];
}

/** Splits a window at the hours that counters are kept by. */
export function partsOf(window: Period): WindowParts {
  const hours = {
    from: new Date(Math.ceil(window.from.getTime() / HOUR_MS) * HOUR_MS),
    to: new Date(Math.floor(window.to.getTime() / HOUR_MS) * HOUR_MS),
  };
  if (isEmpty(hours)) return { hours: null, cuts: isEmpty(window) ? [] : [window] };
  const edges = [
    { from: window.from, to: hours.from },
    { from: hours.to, to: window.to },
  ];
  return { hours, cuts: edges.filter((edge) => !isEmpty(edge)) };
}
