import {
  type BillingWindows,
  currentFixedChargesPeriod,
  quantityScope,
} from '../../core/invoicing/subscriptions/billing-windows.js';
import { Big, sum } from '../../core/money/decimal.js';
import {
  fixedChargeUsage,
  hasPaidDays,
  inAdvanceFixedChargeUsage,
  isPaidAlready,
  type QuantityScope,
} from '../../core/fixed-charges/quantity-history.js';
import { deductPaid } from '../../core/fixed-charges/fees-of-earlier-plans.js';
import { unitsChangeFee } from '../../core/fixed-charges/units-change.js';
import type { Period } from '../../core/time/period.js';
import { type Price, rateUsage } from '../../core/rating/charge-models.js';
import type { FeeMoney } from '../../core/rating/pricing.js';
import { applicableTaxes, type ListedTaxes } from '../../core/taxes/tax.js';
import { isSamePeriod, type ZonedWindow } from '../../core/time/window-dates.js';
import { usageOf as usageByHand, type Usage } from '../../core/usage.js';
import type { AdjustedFee } from '../../modules/invoices/records/fees/adjusted-fee.table.js';
import type { PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import { type InvoicedFee, windowOf } from '../../modules/invoices/records/fees/invoiced-fee.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { Tax } from '../../modules/taxes/tax.table.js';
import { adjustedFee, adjustmentOfFixedCharge } from './apply-adjustments.js';
import type { DueSubscription } from '../billing-records/billing-occasion.js';
import type { SubscribedFixedCharge } from '../billing-records/load-fixed-charges.js';
import { PrepaidAddOns } from './prepaid-add-ons.js';

/** The subscription that pays fixed charges, and the taxes of fees that have none of their own. */
export interface FixedChargePayer {
  readonly context: SubscriptionContext;
  readonly planTaxes: ListedTaxes<Tax>;
}

/**
 * The fees of a subscription's fixed charges on one of its invoices: in arrears for the window that closes, in advance
 * for the one that begins. Source: fixed-charges-and-commitments.md §4–6.
 */
export function fixedChargeFees(
  {
    context,
    occasion,
    windows,
    adjustments = [],
  }: DueSubscription & { readonly windows: BillingWindows; readonly adjustments?: readonly AdjustedFee[] },
  fixedCharges: readonly SubscribedFixedCharge[],
  planTaxes: ListedTaxes<Tax>,
): PlannedFee[] {
  const { timezone } = context.terms;
  const inArrears = windows.fixedCharges;
  // Fees in advance are due at the start, and on days that also bill fixed charges in arrears (periods.md §6).
  const isBillingDay = occasion.reason === 'periodic' || occasion.reason === 'activated';
  const isRenewed = isBillingDay && inArrears !== null;
  const isInAdvanceDue = occasion.reason === 'starting' || isRenewed;
  const inAdvance = isInAdvanceDue ? currentFixedChargesPeriod(context.terms, occasion.at) : null;
  const prepaid =
    inAdvance === null ? null : new PrepaidAddOns({ ...inAdvance, timezone }, context.plan.amountCurrency);
  return fixedCharges.flatMap((subscribed) => {
    const { payInAdvance, prorated } = subscribed.fixedCharge;
    const window = payInAdvance ? inAdvance : inArrears;
    if (window === null || isPaid(subscribed, { ...window, timezone })) return [];
    const scope = quantityScope(context.terms, window, {
      isUpgraded: occasion.reason === 'upgraded',
      billed: payInAdvance ? lastPaid(subscribed) : (context.terms.billed?.fixedCharges ?? null),
    });
    if (isPaidAlready(scope) || (prorated && !hasPaidDays(scope))) return [];
    const isDeductible = payInAdvance && prorated;
    const adjusted = adjustmentOfFixedCharge(adjustments, subscribed.fixedCharge);
    const units = adjusted?.units ?? null;
    const usage = units === null ? usageOf(subscribed, scope) : usageByHand(new Big(units));
    const payer = { context, planTaxes };
    const planned = windowFee(payer, subscribed, { window, usage }, isDeductible ? prepaid : null);
    if (adjusted !== undefined) return [adjustedFee(planned, adjusted, context.plan.amountCurrency)];
    return planned.amountCents === 0n && planned.units.eq(0) ? [] : [planned];
  });
}

/**
 * The fee for units of a fixed charge in advance that change at once, beyond those paid: one of 0 when there are none.
 * Source: fixed-charges-and-commitments.md §6.4.
 */
export function changedUnitsFee(payer: FixedChargePayer, subscribed: SubscribedFixedCharge): PlannedFee {
  const { terms, plan, now } = payer.context;
  const { fixedCharge } = subscribed;
  const window = currentFixedChargesPeriod(terms, now);
  const paidFees = feesFor(subscribed, { ...window, timezone: terms.timezone });
  const fee = unitsChangeFee({
    price: priceOf(subscribed),
    currency: plan.amountCurrency,
    newUnits: new Big(fixedCharge.units),
    paidUnits: paidFees.length === 0 ? null : sum(paidFees.map(({ fee: { units } }) => new Big(units))),
    changedAt: now,
    scope: quantityScope(terms, window, { isUpgraded: false, billed: null }),
    isProrated: fixedCharge.prorated,
  });
  return fixedChargeFee(payer, subscribed, { ...fee, window, amountDetails: {} });
}

/**
 * The fee of a whole window. @param prepaid deducts what earlier plans were paid for its days; null: deducts nothing.
 */
function windowFee(
  payer: FixedChargePayer,
  subscribed: SubscribedFixedCharge,
  { window, usage }: { readonly window: Period; readonly usage: Usage },
  prepaid: PrepaidAddOns | null,
): PlannedFee {
  const { amountCurrency: currency } = payer.context.plan;
  const rated = rateUsage(priceOf(subscribed), usage, { currency, conversionRate: null });
  const deductionCents = prepaid?.take(subscribed, rated.amountCents) ?? 0n;
  const due = deductionCents === 0n ? rated : deductPaid(rated, deductionCents, currency);
  return fixedChargeFee(payer, subscribed, { ...due, window });
}

function usageOf(
  { fixedCharge: { payInAdvance, prorated }, history }: SubscribedFixedCharge,
  scope: QuantityScope,
): Usage {
  return payInAdvance
    ? inAdvanceFixedChargeUsage(history, scope, prorated)
    : fixedChargeUsage(history, scope, prorated);
}

/** The properties belong to the model: both are stored together. */
function priceOf({ fixedCharge: { chargeModel: model, properties } }: SubscribedFixedCharge): Price {
  return { model, properties };
}

/**
 * The fees in advance for a window, in whatever zone they were made (periods.md §9.3). Windows of one period end
 * together; after a gated change of plan the one that was paid began with the order (subscriptions.md §12).
 */
function feesFor({ paidFees }: SubscribedFixedCharge, window: ZonedWindow): readonly InvoicedFee[] {
  return paidFees.filter((paid) => isSamePeriod(windowOf(paid), window));
}

/** Source: fixed-charges-and-commitments.md §6.3. */
function isPaid(subscribed: SubscribedFixedCharge, window: ZonedWindow): boolean {
  return feesFor(subscribed, window).some(isWorthAnything);
}

/** The window in advance that was paid last; null without one that is not over. */
function lastPaid({ paidFees }: SubscribedFixedCharge): ZonedWindow | null {
  const windows = paidFees.filter(isWorthAnything).map(windowOf);
  return windows.toSorted((one, other) => one.to.getTime() - other.to.getTime()).at(-1) ?? null;
}

function isWorthAnything({ fee: { units, amountCents } }: InvoicedFee): boolean {
  return amountCents > 0n || !new Big(units).eq(0);
}

interface FixedChargeMoney extends Omit<FeeMoney, 'pricingUnit'> {
  readonly units: Big;
  readonly amountDetails: PlannedFee['amountDetails'];
  readonly window: Period;
}

function fixedChargeFee(
  { context, planTaxes }: FixedChargePayer,
  { fixedCharge, addOn, taxes }: SubscribedFixedCharge,
  { amountCents, preciseAmount, preciseUnitAmount, units, amountDetails, window }: FixedChargeMoney,
): PlannedFee {
  return {
    source: {
      type: 'fixed_charge',
      subscriptionId: context.subscription.id,
      fixedChargeId: fixedCharge.id,
      addOnId: addOn.id,
    },
    item: {
      code: addOn.code,
      name: addOn.name,
      description: addOn.description,
      displayName: fixedCharge.invoiceDisplayName ?? addOn.invoiceDisplayName ?? addOn.name,
    },
    amountCents,
    preciseAmount,
    units,
    totalAggregatedUnits: null,
    preciseUnitAmount,
    eventsCount: null,
    amountDetails,
    payInAdvance: fixedCharge.payInAdvance,
    invoiceable: true,
    ...window,
    taxes: applicableTaxes([taxes, planTaxes]),
  };
}
