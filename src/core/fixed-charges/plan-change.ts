import { Big, ZERO } from '../decimal.js';
import { fromCents, roundHalfAwayFromZero } from '../money.js';
import { lastInstant, type Period } from '../period.js';
import type { RatedUsage } from '../rating/charge-models.js';

/** The last fee that the plan before made for the same add-on, in advance and prorated. */
export interface PaidFixedFee {
  readonly amountCents: bigint;
  readonly billedAt: Date;
  /** Covers the window of the new plan's fee. */
  readonly window: Period;
}

/**
 * The fee of a new plan's prorated fixed charge, less what the plan before was paid for the same days.
 * @param window of the new fee. Source: spec/behaviour/fixed-charges-and-commitments.md §6.6.
 */
export function afterPlanChange(
  fee: RatedUsage,
  paid: PaidFixedFee,
  { window, currency }: { readonly window: Period; readonly currency: string },
): RatedUsage {
  const paidDays = startedDays(paid.billedAt, lastInstant(paid.window));
  const days = startedDays(window.from, lastInstant(window));
  const deductionCents = roundHalfAwayFromZero(new Big(paid.amountCents).times(days).div(paidDays));
  const preciseAmount = positive(fee.preciseAmount.minus(fromCents(deductionCents, currency)));
  return {
    ...fee,
    amountCents: fee.amountCents > deductionCents ? fee.amountCents - deductionCents : 0n,
    preciseAmount,
    preciseUnitAmount: fee.units.eq(0) ? ZERO : preciseAmount.div(fee.units),
  };
}

const DAY_MS = 86_400_000;

/** Elapsed days, a started one whole. */
function startedDays(from: Date, last: Date): number {
  return Math.ceil((last.getTime() - from.getTime()) / DAY_MS);
}

function positive(amount: Big): Big {
  return amount.gt(0) ? amount : ZERO;
}
