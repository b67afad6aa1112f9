import { Big, sum, ZERO } from '../money/decimal.js';
import { fromCents, roundHalfAwayFromZero } from '../money/money.js';
import { isEmpty, type Period } from '../time/period.js';
import { isSamePeriod, type ZonedWindow } from '../time/window-dates.js';
import type { RatedUsage } from '../rating/charge-models.js';

/** A fee in advance for an add-on that an earlier plan of the same subscription chain billed. */
export interface PaidFixedFee {
  readonly amountCents: bigint;
  /** From when it pays: its creation or, after a restart, the first day that its subscription pays for. */
  readonly paidFrom: Date;
  readonly window: ZonedWindow;
}

/**
 * Computes the part of earlier fees in advance that already pays for days of a new window.
 * @returns whole cents, rounded once. Source: fixed-charges-and-commitments.md §6.6.
 */
export function paidCents(fees: readonly PaidFixedFee[], window: ZonedWindow): bigint {
  return roundHalfAwayFromZero(sum(fees.map((fee) => paidPart(fee, window))));
}

function paidPart({ amountCents, paidFrom, window: paid }: PaidFixedFee, window: ZonedWindow): Big {
  const overlap = isSamePeriod(paid, window) ? window : overlapOf(paid, window);
  if (isEmpty(overlap)) return ZERO;
  return new Big(amountCents).times(startedDays(overlap)).div(startedDays({ from: paidFrom, to: paid.to }));
}

function overlapOf(one: Period, other: Period): Period {
  return {
    from: one.from < other.from ? other.from : one.from,
    to: one.to < other.to ? one.to : other.to,
  };
}

/**
 * Deducts from a fee what earlier fees have already paid.
 * @param deductionCents at most the amount of the fee.
 */
export function deductPaid(fee: RatedUsage, deductionCents: bigint, currency: string): RatedUsage {
  const lessened = fee.preciseAmount.minus(fromCents(deductionCents, currency));
  const preciseAmount = lessened.gt(0) ? lessened : ZERO;
  return {
    ...fee,
    amountCents: fee.amountCents - deductionCents,
    preciseAmount,
    preciseUnitAmount: fee.units.eq(0) ? ZERO : preciseAmount.div(fee.units),
  };
}

const DAY_MS = 86_400_000;

/** Counts elapsed days of 24 hours; a started day counts as a whole one. */
function startedDays({ from, to }: Period): number {
  return Math.ceil((to.getTime() - from.getTime()) / DAY_MS);
}
