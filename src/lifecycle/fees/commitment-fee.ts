import { commitmentTrueUp, isFeeInPeriod } from '../../core/invoicing/subscriptions/commitment.js';
import { Big } from '../../core/money/decimal.js';
import { fromCents } from '../../core/money/money.js';
import { trueUpOf } from '../../modules/invoices/composing/fee-source.js';
import type { PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import type { LoadedSubscription } from '../billing-records/load-subscriptions.js';
import { planFeeMembers } from './subscription-fee.js';

/** Source: fixed-charges-and-commitments.md §8. */
const LABEL = 'Minimum commitment - True up';

/**
 * The fee for the shortfall of a plan period to its minimum commitment; null when the invoice reconciles none, or
 * nothing is missing.
 * @param newFees the fees that are created with the invoice, whatever they are for.
 */
export function commitmentFee(
  { context, commitment: reconciled }: LoadedSubscription,
  newFees: readonly PlannedFee[],
): PlannedFee | null {
  if (reconciled === null) return null;
  const { commitment, taxes, period, committed, billedBefore } = reconciled;
  const { plan, terms } = context;
  const currency = plan.amountCurrency;
  const trueUp = commitmentTrueUp({
    amountCents: commitment.amountCents,
    currency,
    period,
    committed,
    timezone: terms.timezone,
    fees: [
      {
        amountCents: billedBefore.amountCents,
        preciseAmount: fromCents(new Big(billedBefore.preciseAmountCents), currency),
      },
      ...newFees
        .filter(({ from, to }) => isFeeInPeriod(period, { from, to, timezone: terms.timezone }))
        .flatMap(withTrueUp),
    ],
  });
  if (trueUp === null) return null;
  return {
    source: { type: 'commitment', subscriptionId: context.subscription.id },
    ...planFeeMembers(plan, commitment.invoiceDisplayName ?? LABEL, trueUp.amountCents),
    preciseAmount: trueUp.preciseAmount,
    amountDetails: {},
    payInAdvance: false,
    ...committed,
    taxes,
  };
}

/** A fee, with the true-up to its charge's spending minimum, which counts as a fee of its own. */
function withTrueUp(fee: PlannedFee): PlannedFee[] {
  const trueUp = trueUpOf(fee);
  return trueUp === null ? [fee] : [fee, trueUp];
}
