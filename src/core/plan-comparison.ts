import type { PlanInterval } from './plan-interval.js';

/** What a plan costs, as far as comparing plans goes; currencies are not compared. */
export interface PlanPrice {
  readonly interval: PlanInterval;
  readonly amountCents: bigint;
}

const PERIODS_PER_YEAR: Readonly<Record<PlanInterval, bigint>> = {
  weekly: 52n,
  monthly: 12n,
  quarterly: 4n,
  semiannual: 2n,
  yearly: 1n,
};

/** Whether a change between plans counts as an upgrade: a year costs as much, or more. Source: subscription-fee.md §7. */
export function isUpgrade(from: PlanPrice, to: PlanPrice): boolean {
  return yearlyCents(to) >= yearlyCents(from);
}

function yearlyCents({ interval, amountCents }: PlanPrice): bigint {
  return amountCents * PERIODS_PER_YEAR[interval];
}
