import { targetWalletOf } from '../../core/wallets/target-wallet.js';
import { billedDays } from '../../core/time/calendar.js';
import { Big } from '../../core/money/decimal.js';
import { filterDisplayName } from '../../core/metering/filters.js';
import type { Group } from '../../core/metering/groups.js';
import { countedPart, type ProrationScope } from '../../core/metering/proration.js';
import type { Period } from '../../core/time/period.js';
import type { FeeMoney, PricingUnitMoney } from '../../core/rating/pricing.js';
import { chargeTrueUp } from '../../core/rating/true-up.js';
import { type ListedTaxes, NO_TAXES } from '../../core/taxes/tax.js';
import type { ChargeSource, PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import type { PricingUnitDetails } from '../../modules/invoices/records/fees/fee.table.js';
import type { ChargeFilter } from '../../modules/plans/charges/filters/charge-filter.table.js';
import type { PricingUnit } from '../../modules/pricing-units/pricing-unit.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { Tax } from '../../modules/taxes/tax.table.js';
import { type PricedCharge, pricingOf } from '../../modules/usage/metering/priced-charge.js';
import type { RatedEvent } from '../../modules/usage/in-advance/rated-event.js';
import type { BilledBucket, BilledCharge } from './apply-adjustments.js';
import type { BillingRecords } from '../billing-records/load-billing-records.js';

/** The members that the fees of a charge of one subscription share. */
export interface ChargeFeeFrame {
  readonly subscriptionId: string;
  /** The window that its fees show. */
  readonly window: Period;
  readonly taxes: ListedTaxes<Tax>;
}

/** @param window the one that the fees show. */
export function chargeFeeFrame(
  { charge }: PricedCharge,
  { subscription }: SubscriptionContext,
  { chargeTaxes }: BillingRecords,
  window: Period,
): ChargeFeeFrame {
  return { subscriptionId: subscription.id, window, taxes: chargeTaxes.get(charge.id) ?? NO_TAXES };
}

/** The terms by which a spending minimum is computed. */
export interface MinimumTerms {
  /** The window that usage was rated in, and how its days count. */
  readonly scope: ProrationScope;
  /** The plan's currency. */
  readonly currency: string;
}

/**
 * The fees for the usage of a charge, bucket by bucket; the last one without a filter carries the true-up to the
 * spending minimum. Source: charges.md §3–4, §6, §9; fees.md §1–3.
 */
export function usageFees(rated: BilledCharge, frame: ChargeFeeFrame, minimum: MinimumTerms): PlannedFee[] {
  const trueUp = trueUpFee(rated, frame, minimum);
  const parent = rated.buckets.findLast(({ filter }) => filter === null);
  return rated.buckets.map((bucket) => bucketFee(rated, bucket, frame, bucket === parent ? trueUp : null));
}

/**
 * The fees of a charge without a true-up, bucket by bucket: of a charge in advance that is renewed, or of usage that is
 * billed progressively. Source: charges.md §8; progressive-billing.md §4.
 */
export function bucketFees(rated: BilledCharge, frame: ChargeFeeFrame): PlannedFee[] {
  return rated.buckets.map((bucket) => bucketFee(rated, bucket, frame, null));
}

/** The fee of one event under a charge in advance. Source: charges.md §8. */
export function eventFee(
  { priced, filter, groupedBy, fee }: RatedEvent,
  frame: ChargeFeeFrame,
  eventTransactionId: string,
): PlannedFee {
  return {
    ...commonMembers(priced, fee, frame),
    source: { ...chargeSource(priced, { filter, groupedBy }, fee, frame), eventTransactionId },
    units: fee.units,
    totalAggregatedUnits: fee.units,
    eventsCount: 1n,
    amountDetails: fee.amountDetails,
  };
}

function bucketFee(
  priced: PricedCharge,
  { filter, groupedBy, rated, presentation, adjusted }: BilledBucket,
  frame: ChargeFeeFrame,
  trueUp: PlannedFee | null,
): PlannedFee {
  const breakdowns = presentation.map(({ presentationBy, units }) => ({
    presentationBy,
    units: units.toFixed(),
  }));
  const common = commonMembers(priced, rated, frame);
  return {
    ...common,
    item: { ...common.item, displayName: adjusted?.invoiceDisplayName ?? common.item.displayName },
    ...(adjusted === undefined ? {} : { adjustedFeeId: adjusted.id }),
    source: {
      ...chargeSource(priced, { filter, groupedBy }, rated, frame),
      presentationBreakdowns: breakdowns.length === 0 ? null : breakdowns,
      trueUp,
    },
    units: rated.units,
    totalAggregatedUnits: rated.totalAggregatedUnits,
    eventsCount: rated.eventsCount,
    amountDetails: rated.amountDetails,
  };
}

/** The shortfall of all fees of a charge to its spending minimum for the days billed; null without one. */
function trueUpFee(rated: BilledCharge, frame: ChargeFeeFrame, minimum: MinimumTerms): PlannedFee | null {
  const { scope, currency } = minimum;
  const { minAmountCents } = rated.charge;
  // Most charges have no minimum: nothing is computed then.
  if (minAmountCents === 0n) return null;
  const money = chargeTrueUp({
    minAmountCents,
    days: billedDays(countedPart(scope), scope.timezone, scope.isUpgraded),
    durationDays: scope.durationDays,
    pricing: pricingOf(rated, currency),
    fees: rated.buckets.map((bucket) => bucket.rated),
  });
  if (money === null) return null;
  return {
    ...commonMembers(rated, money, frame),
    source: chargeSource(rated, { filter: null, groupedBy: {} }, money, frame),
    units: ONE,
    totalAggregatedUnits: ONE,
    eventsCount: 0n,
    amountDetails: {},
  };
}

const ONE = new Big(1);

function commonMembers(
  { charge, metric }: PricedCharge,
  { amountCents, preciseAmount, preciseUnitAmount }: FeeMoney,
  { window, taxes }: ChargeFeeFrame,
) {
  return {
    item: {
      code: metric.code,
      name: metric.name,
      description: metric.description,
      displayName: charge.invoiceDisplayName ?? metric.name,
    },
    amountCents,
    preciseAmount,
    preciseUnitAmount,
    payInAdvance: charge.payInAdvance,
    invoiceable: charge.invoiceable,
    ...window,
    taxes,
  } as const;
}

function chargeSource(
  { charge, metric, pricingUnit }: PricedCharge,
  { filter, groupedBy }: { filter: ChargeFilter | null; groupedBy: Group },
  { pricingUnit: money }: FeeMoney,
  { subscriptionId }: ChargeFeeFrame,
): ChargeSource {
  return {
    type: 'charge',
    subscriptionId,
    chargeId: charge.id,
    billableMetricId: metric.id,
    filter:
      filter === null
        ? null
        : { id: filter.id, displayName: filterDisplayName(filter), values: filter.values },
    groupedBy,
    targetWalletCode: targetWalletOf(groupedBy, charge.acceptsTargetWallet === true),
    presentationBreakdowns: null,
    pricingUnitDetails: money === null || pricingUnit === null ? null : pricingDetails(money, pricingUnit),
    eventTransactionId: null,
    trueUp: null,
  };
}

function pricingDetails(
  { amountCents, preciseAmountCents, unitAmountCents, preciseUnitAmount, conversionRate }: PricingUnitMoney,
  { id, code, shortName }: PricingUnit,
): PricingUnitDetails {
  return {
    pricingUnitId: id,
    pricingUnitCode: code,
    shortName,
    amountCents: Number(amountCents),
    preciseAmountCents: preciseAmountCents.toFixed(),
    unitAmountCents: Number(unitAmountCents),
    preciseUnitAmount: preciseUnitAmount.toFixed(),
    conversionRate: conversionRate.toFixed(),
  };
}
