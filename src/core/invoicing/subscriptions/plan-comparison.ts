import type { PlanInterval } from '../../time/plan-interval.js';

/** The price by which plans are compared; currencies are ignored. */
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

/** True if a year of the new plan costs as much as a year of the old one, or more. Source: subscription-fee.md §7. */
export function isUpgrade(from: PlanPrice, to: PlanPrice): boolean {
  return yearlyCents(to) >= yearlyCents(from);
}

function yearlyCents({ interval, amountCents }: PlanPrice): bigint {
  return amountCents * PERIODS_PER_YEAR[interval];
}
