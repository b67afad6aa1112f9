import { Big } from '../../core/money/decimal.js';
import { fromCents } from '../../core/money/money.js';
import { contains } from '../../core/time/period.js';
import {
  isSubscriptionFeeDue,
  subscriptionFeeAmount,
} from '../../core/invoicing/subscriptions/subscription-fee.js';
import type { PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { situationOf } from '../billing-records/billing-occasion.js';
import type { LoadedSubscription } from '../billing-records/load-subscriptions.js';

/** The fee for the plan amount; null when none is due. Source: subscription-fee.md §2–4. */
export function subscriptionFee({
  context,
  occasion,
  windows,
  records: { history, planTaxes: taxes },
}: LoadedSubscription): PlannedFee | null {
  const { subscription, plan, terms } = context;
  const { amountCurrency: currency, amountCents: planAmountCents } = plan;
  const lastFee = history?.lastSubscriptionFee ?? null;
  // The open invoice of a gated change of plan has billed the period since the order already (subscriptions.md §12).
  if (occasion.reason === 'starting' && lastFee !== null && contains(lastFee.window, occasion.at))
    return null;
  const feeCase = {
    terms,
    situation: situationOf(occasion),
    at: occasion.at,
    window: windows.subscription,
    planAmountCents,
    currency,
    recordedAt: subscription.createdAt,
    trialEndsAt: context.trialEndsAt,
    changeFromPrevious: subscription.changeFromPrevious,
    hasOtherInvoice: history?.isInvoiced ?? false,
    lastFee,
  };
  if (!isSubscriptionFeeDue(feeCase)) return null;
  const { amountCents, preciseAmount } = subscriptionFeeAmount(feeCase);
  const displayName = subscription.name ?? plan.invoiceDisplayName ?? plan.name;
  return {
    source: { type: 'subscription', subscriptionId: subscription.id },
    ...planFeeMembers(plan, displayName, amountCents),
    preciseAmount,
    amountDetails: { plan_amount_cents: Number(planAmountCents) },
    payInAdvance: plan.payInAdvance,
    ...windows.subscription,
    taxes,
  };
}

/** The members that fees for a plan itself share: they bill one unit, which costs the rounded amount. */
export function planFeeMembers(plan: SubscriptionContext['plan'], displayName: string, amountCents: bigint) {
  return {
    item: { code: plan.code, name: plan.name, description: plan.description, displayName },
    amountCents,
    units: new Big(1),
    totalAggregatedUnits: null,
    preciseUnitAmount: fromCents(amountCents, plan.amountCurrency),
    eventsCount: null,
    invoiceable: true,
  };
}
