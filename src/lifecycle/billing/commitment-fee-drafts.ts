import { commitmentTrueUp, isFeeOf, type Reconciliation, reconciliation } from '../../core/commitment.js';
import { Big } from '../../core/decimal.js';
import { fromCents } from '../../core/money.js';
import type { FeeDraft } from '../../modules/invoices/composing/fee-draft.js';
import type { FeeTotal } from '../../modules/invoices/records/fee.repository.js';
import type { MinimumCommitment } from '../../modules/plans/commitments/minimum-commitment.table.js';
import type { Tax } from '../../modules/taxes/tax.table.js';
import { situationOf } from './billing-occasion.js';
import { type BilledSubscription, oneOfPlan } from './fee-drafts.js';

/** What a plan commits to, with the one list of taxes that applies to its fees (taxes.md §2). */
export interface PlanCommitment {
  readonly commitment: MinimumCommitment;
  readonly taxes: readonly Tax[];
}

/** Source: fixed-charges-and-commitments.md §8. */
const LABEL = 'Minimum commitment - True up';

/** The period whose commitment the invoice reconciles, if it does. */
export function reconciledBy({
  context,
  occasion,
  windows,
  history,
}: BilledSubscription): Reconciliation | null {
  return reconciliation({
    terms: context.terms,
    situation: situationOf(occasion),
    at: occasion.at,
    window: windows.subscription,
    lastFeeWindow: history?.lastSubscriptionFee?.window ?? null,
  });
}

/**
 * The fee for what the fees of a period lack to the commitment.
 * @param billed what fees of earlier invoices come to, for windows of the period.
 * @param drafts fees of this invoice, whatever they are for.
 */
export function commitmentFeeDraft(
  { context }: BilledSubscription,
  { commitment, taxes }: PlanCommitment,
  { period, committed }: Reconciliation,
  { billed, drafts }: { readonly billed: FeeTotal; readonly drafts: readonly FeeDraft[] },
): FeeDraft | null {
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
        amountCents: billed.amountCents,
        preciseAmount: fromCents(new Big(billed.preciseAmountCents), currency),
      },
      ...drafts
        .filter(({ from, to }) => isFeeOf(period, { from, to, timezone: terms.timezone }))
        .flatMap(withTrueUp),
    ],
  });
  if (trueUp === null) return null;
  return {
    feeType: 'commitment',
    ...oneOfPlan(context, commitment.invoiceDisplayName ?? LABEL, trueUp.amountCents),
    preciseAmount: trueUp.preciseAmount,
    amountDetails: {},
    payInAdvance: false,
    ...committed,
    taxes,
  };
}

/** What a charge lacks to its own minimum is a fee like others. */
function withTrueUp(draft: FeeDraft): FeeDraft[] {
  const trueUp = draft.charge?.trueUp ?? null;
  return trueUp === null ? [draft] : [draft, trueUp];
}
