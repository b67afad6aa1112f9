import { type Big, ZERO } from './money/decimal.js';

export type AlertDirection = 'increasing' | 'decreasing';

/** A value that an alert reports when its figure passes it; a recurring one is the distance of further steps. */
export interface AlertThreshold {
  readonly code: string | null;
  readonly value: Big;
  readonly recurring: boolean;
}

/** Most steps of a recurring threshold that are listed: the last ones. Source: alerts.md §3. */
export const MOST_LISTED_STEPS = 1_000;

/**
 * The thresholds that a figure has passed on its way from `previous`, exclusive, to `current`, inclusive, in the order in
 * which it passed them. A step of the recurring threshold has the step as its value. Source: alerts.md §3.
 */
export function crossedThresholds(
  direction: AlertDirection,
  thresholds: readonly AlertThreshold[],
  { previous, current }: { readonly previous: Big; readonly current: Big },
): AlertThreshold[] {
  // A figure that falls passes what its negative passes when it rises.
  const sign = direction === 'increasing' ? 1 : -1;
  const risen = (value: Big) => value.times(sign);
  const [from, to] = [risen(previous), risen(current)];
  const isPassed = (value: Big) => value.gt(from) && value.lte(to);
  const oneTime = thresholds
    .filter(({ recurring }) => !recurring)
    .toSorted((one, other) => risen(one.value).cmp(risen(other.value)));
  const recurring = thresholds.find((threshold) => threshold.recurring);
  const crossed = oneTime.filter(({ value }) => isPassed(risen(value)));
  if (recurring === undefined) return crossed;
  // All steps lie beyond the one-time values.
  const origin = risen(oneTime.at(-1)?.value ?? ZERO);
  const steps = lastSteps(recurring.value, from.minus(origin), to.minus(origin));
  return [...crossed, ...steps.map((step) => ({ ...recurring, value: risen(origin.plus(step)) }))];
}

/** The last multiples of a positive step, from the first one on, that lie after `from` and not after `to`, ascending. */
function lastSteps(step: Big, from: Big, to: Big): Big[] {
  const last = wholeSteps(step, to);
  const before = wholeSteps(step, from);
  const listed = last.minus(before);
  if (listed.lte(0)) return [];
  const count = listed.lt(MOST_LISTED_STEPS) ? listed.toNumber() : MOST_LISTED_STEPS;
  return Array.from({ length: count }, (_, index) => last.minus(count - 1 - index).times(step));
}

/** How many multiples of a step lie between 0, exclusive, and a distance, inclusive; none for a negative distance. */
function wholeSteps(step: Big, distance: Big): Big {
  // The remainder is exact, where a rounded quotient could reach the next whole number.
  return distance.lt(step) ? ZERO : distance.minus(distance.mod(step)).div(step);
}
