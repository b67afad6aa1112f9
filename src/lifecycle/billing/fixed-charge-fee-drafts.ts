import { currentFixedChargesPeriod, quantityScope } from '../../core/billing-windows.js';
import { Big, sum } from '../../core/decimal.js';
import {
  fixedChargeUsage,
  hasPaidDays,
  inAdvanceFixedChargeUsage,
  type QuantityScope,
} from '../../core/fixed-charges/quantity-history.js';
import { afterPlanChange, type PaidFixedFee } from '../../core/fixed-charges/plan-change.js';
import { unitsChangeFee } from '../../core/fixed-charges/units-change.js';
import type { Period } from '../../core/period.js';
import { type Price, rateUsage } from '../../core/rating/charge-models.js';
import type { FeeMoney } from '../../core/rating/pricing.js';
import { applicableTaxes } from '../../core/tax.js';
import type { Usage } from '../../core/usage.js';
import { groupBy } from '../../platform/api/loader.js';
import type { FeeDraft } from '../../modules/invoices/fee-draft.js';
import type { Fee } from '../../modules/invoices/fee.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import type { Tax } from '../../modules/taxes/tax.table.js';
import type { BilledSubscription } from './fee-drafts.js';
import type { SubscribedFixedCharge } from './fixed-charge-records.js';

/** Whose fees are made, and the taxes of those that have none of their own. */
export interface FixedChargePayer {
  readonly context: SubscriptionContext;
  readonly planTaxes: readonly Tax[];
}

/**
 * The fees of a subscription's fixed charges on one of its invoices: in arrears for the window that closes, in advance
 * for the one that begins. Source: fixed-charges-and-commitments.md §4–6.
 */
export function fixedChargeFeeDrafts(
  { context, occasion, windows }: Pick<BilledSubscription, 'context' | 'occasion' | 'windows'>,
  fixedCharges: readonly SubscribedFixedCharge[],
  planTaxes: readonly Tax[],
): FeeDraft[] {
  const inArrears = windows.fixedCharges;
  // In advance: at the start, then on the days that bill the others too (periods.md §6), and not at the end.
  const isRenewed = occasion.reason === 'periodic' && inArrears !== null;
  const isInAdvanceDue = occasion.reason === 'starting' || isRenewed;
  const inAdvance = isInAdvanceDue ? currentFixedChargesPeriod(context.terms, occasion.at) : null;
  const deductible = occasion.reason === 'starting' ? paidBefore(fixedCharges, inAdvance) : NOTHING;
  return fixedCharges.flatMap((subscribed) => {
    const { payInAdvance, prorated, id } = subscribed.fixedCharge;
    const window = payInAdvance ? inAdvance : inArrears;
    if (window === null || isPaid(subscribed, window)) return [];
    const scope = quantityScope(context.terms, window, { isUpgraded: occasion.reason === 'upgraded' });
    if (prorated && !hasPaidDays(scope)) return [];
    const draft = windowFeeDraft({ context, planTaxes }, subscribed, scope, deductible.get(id));
    return draft.amountCents === 0n && draft.units.eq(0) ? [] : [draft];
  });
}

/**
 * The fee for units of a fixed charge in advance that change at once, beyond those paid: one of 0 when there are none.
 * Source: fixed-charges-and-commitments.md §6.4.
 */
export function unitsChangeFeeDraft(payer: FixedChargePayer, subscribed: SubscribedFixedCharge): FeeDraft {
  const { terms, plan, now } = payer.context;
  const { fixedCharge } = subscribed;
  const window = currentFixedChargesPeriod(terms, now);
  const paidFees = feesFor(subscribed, window);
  const fee = unitsChangeFee({
    price: priceOf(subscribed),
    currency: plan.amountCurrency,
    newUnits: new Big(fixedCharge.units),
    paidUnits: paidFees.length === 0 ? null : sum(paidFees.map(({ units }) => new Big(units))),
    changedAt: now,
    scope: quantityScope(terms, window),
    isProrated: fixedCharge.prorated,
  });
  return feeDraft(payer, subscribed, { ...fee, window, amountDetails: {} });
}

/** The fee of a whole window. @param paid what a plan before was paid for its days already. */
function windowFeeDraft(
  payer: FixedChargePayer,
  subscribed: SubscribedFixedCharge,
  scope: QuantityScope,
  paid: DeductibleFee | undefined,
): FeeDraft {
  const { amountCurrency: currency } = payer.context.plan;
  const { window } = scope;
  const usage = usageOf(subscribed, scope);
  const rated = rateUsage(priceOf(subscribed), usage, { currency, conversionRate: null });
  const due = paid?.currency === currency ? afterPlanChange(rated, paid, { window, currency }) : rated;
  return feeDraft(payer, subscribed, { ...due, window });
}

/** A fee of the plan before. */
type DeductibleFee = PaidFixedFee & Pick<Fee, 'currency'>;

const NOTHING: ReadonlyMap<string, DeductibleFee> = new Map();

/**
 * What the plan before was paid in advance for a window of this one, by prorated fixed charge: the last fee of one on the
 * same add-on. Of several on an add-on, the first is taken for the first, and so on, so that none is taken off twice.
 * Source: fixed-charges-and-commitments.md §6.6.
 */
function paidBefore(
  fixedCharges: readonly SubscribedFixedCharge[],
  window: Period | null,
): ReadonlyMap<string, DeductibleFee> {
  if (window === null) return NOTHING;
  const prorated = fixedCharges.filter(({ fixedCharge }) => fixedCharge.payInAdvance && fixedCharge.prorated);
  const byAddOn = groupBy(prorated, ({ addOn }) => addOn.id);
  const pairs = [...byAddOn.values()].flatMap((onAddOn) => {
    const paid = lastFeesCovering(onAddOn[0]?.paidFeesBefore ?? new Map(), window);
    return onAddOn.flatMap(({ fixedCharge: { id } }, index) => {
      const fee = paid[index];
      return fee === undefined ? [] : [[id, fee] as const];
    });
  });
  return new Map(pairs);
}

/** The last fee of each fixed charge for a window that holds this one, in the order in which they were recorded. */
function lastFeesCovering(fees: ReadonlyMap<string, readonly Fee[]>, window: Period): DeductibleFee[] {
  const inOrder = [...fees].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.flatMap(([, paid]) => {
    const covering = paid.flatMap(({ fromAt: from, toAt: to, amountCents, currency, createdAt: billedAt }) =>
      from === null || to === null || from > window.from || to < window.to
        ? []
        : [{ amountCents, currency, billedAt, window: { from, to } }],
    );
    const last = covering.toSorted((one, other) => one.billedAt.getTime() - other.billedAt.getTime()).at(-1);
    return last === undefined ? [] : [last];
  });
}

function usageOf(
  { fixedCharge: { payInAdvance, prorated }, history }: SubscribedFixedCharge,
  scope: QuantityScope,
): Usage {
  return payInAdvance
    ? inAdvanceFixedChargeUsage(history, scope, prorated)
    : fixedChargeUsage(history, scope, prorated);
}

/** The properties are those of the model: both are written together. */
function priceOf({ fixedCharge: { chargeModel: model, properties } }: SubscribedFixedCharge): Price {
  return { model, properties };
}

function feesFor({ paidFees }: SubscribedFixedCharge, { from, to }: Period): readonly Fee[] {
  return paidFees.filter(
    ({ fromAt, toAt }) => fromAt?.getTime() === from.getTime() && toAt?.getTime() === to.getTime(),
  );
}

/** Source: fixed-charges-and-commitments.md §6.3. */
function isPaid(subscribed: SubscribedFixedCharge, window: Period): boolean {
  return feesFor(subscribed, window).some(
    ({ units, amountCents }) => amountCents > 0n || !new Big(units).eq(0),
  );
}

interface FixedChargeMoney extends Omit<FeeMoney, 'pricingUnit'> {
  readonly units: Big;
  readonly amountDetails: FeeDraft['amountDetails'];
  readonly window: Period;
}

function feeDraft(
  { context, planTaxes }: FixedChargePayer,
  { fixedCharge, addOn, taxes }: SubscribedFixedCharge,
  { amountCents, preciseAmount, preciseUnitAmount, units, amountDetails, window }: FixedChargeMoney,
): FeeDraft {
  return {
    feeType: 'fixed_charge',
    subscriptionId: context.subscription.id,
    charge: null,
    fixedCharge: { fixedChargeId: fixedCharge.id, addOnId: addOn.id },
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
