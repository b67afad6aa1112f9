import { billedDays } from '../../core/calendar.js';
import { Big } from '../../core/decimal.js';
import { filterDisplayName } from '../../core/metering/filters.js';
import type { Group } from '../../core/metering/groups.js';
import { countedPart, type ProrationScope } from '../../core/metering/proration.js';
import type { Period } from '../../core/period.js';
import type { FeeMoney, PricingUnitMoney } from '../../core/rating/pricing.js';
import { trueUpOf } from '../../core/rating/true-up.js';
import type { ChargeFeePart, FeeDraft } from '../../modules/invoices/composing/fee-draft.js';
import type { PricingUnitDetails } from '../../modules/invoices/records/fee.table.js';
import type { ChargeFilter } from '../../modules/plans/charges/charge-filter.table.js';
import type { PricingUnit } from '../../modules/pricing-units/pricing-unit.table.js';
import type { Tax } from '../../modules/taxes/tax.table.js';
import { type PricedCharge, pricingOf } from '../../modules/usage/metering/priced-charge.js';
import type { RatedCharge, UsageBucket } from '../../modules/usage/rating/rated-charge.js';
import type { RatedEvent } from '../../modules/usage/in-advance/rated-event.js';

/** What the fees of a charge of one subscription share. */
export interface ChargeFeeFrame {
  readonly subscriptionId: string;
  /** The window shown. */
  readonly window: Period;
  readonly taxes: readonly Tax[];
}

/** What a spending minimum is reckoned by. */
export interface MinimumTerms {
  /** The window that usage was rated in, and how its days count. */
  readonly scope: ProrationScope;
  /** Of the plan. */
  readonly currency: string;
}

/**
 * The fees for the usage of a charge, bucket by bucket; the last one that no filter takes carries what is lacking to
 * the spending minimum. Source: charges.md §3–4, §6, §9; fees.md §1–3.
 */
export function usageFeeDrafts(rated: RatedCharge, frame: ChargeFeeFrame, minimum: MinimumTerms): FeeDraft[] {
  const trueUp = trueUpDraft(rated, frame, minimum);
  const parent = rated.buckets.findLast(({ filter }) => filter === null);
  return rated.buckets.map((bucket) => bucketDraft(rated, bucket, frame, bucket === parent ? trueUp : null));
}

/** The fees that a charge in advance is renewed by, bucket by bucket. Source: charges.md §8. */
export function renewalFeeDrafts(rated: RatedCharge, frame: ChargeFeeFrame): FeeDraft[] {
  return rated.buckets.map((bucket) => bucketDraft(rated, bucket, frame, null));
}

/** The fee of one event under a charge in advance. Source: charges.md §8. */
export function eventFeeDraft(
  { priced, filter, groupedBy, fee }: RatedEvent,
  frame: ChargeFeeFrame,
  eventTransactionId: string,
): FeeDraft {
  return {
    ...commonDraft(priced, fee, frame),
    charge: { ...chargePart(priced, { filter, groupedBy }, fee), eventTransactionId },
    units: fee.units,
    totalAggregatedUnits: fee.units,
    eventsCount: 1n,
    amountDetails: fee.amountDetails,
  };
}

function bucketDraft(
  priced: PricedCharge,
  { filter, groupedBy, rated, presentation }: UsageBucket,
  frame: ChargeFeeFrame,
  trueUp: FeeDraft | null,
): FeeDraft {
  const breakdowns = presentation.map(({ presentationBy, units }) => ({
    presentationBy,
    units: units.toFixed(),
  }));
  return {
    ...commonDraft(priced, rated, frame),
    charge: {
      ...chargePart(priced, { filter, groupedBy }, rated),
      presentationBreakdowns: breakdowns.length === 0 ? null : breakdowns,
      trueUp,
    },
    units: rated.units,
    totalAggregatedUnits: rated.totalAggregatedUnits,
    eventsCount: rated.eventsCount,
    amountDetails: rated.amountDetails,
  };
}

/** What the fees of a charge, over all filters and groups, lack to its minimum for the days billed. */
function trueUpDraft(rated: RatedCharge, frame: ChargeFeeFrame, minimum: MinimumTerms): FeeDraft | null {
  const { scope, currency } = minimum;
  const { minAmountCents } = rated.charge;
  // Most have none: nothing is worked out then.
  if (minAmountCents === 0n) return null;
  const money = trueUpOf({
    minAmountCents,
    days: billedDays(countedPart(scope), scope.timezone, scope.isUpgraded),
    durationDays: scope.durationDays,
    pricing: pricingOf(rated, currency),
    fees: rated.buckets.map((bucket) => bucket.rated),
  });
  if (money === null) return null;
  return {
    ...commonDraft(rated, money, frame),
    charge: chargePart(rated, { filter: null, groupedBy: {} }, money),
    units: ONE,
    totalAggregatedUnits: ONE,
    eventsCount: 0n,
    amountDetails: {},
  };
}

const ONE = new Big(1);

function commonDraft(
  { charge, metric }: PricedCharge,
  { amountCents, preciseAmount, preciseUnitAmount }: FeeMoney,
  { subscriptionId, window, taxes }: ChargeFeeFrame,
) {
  return {
    feeType: 'charge',
    subscriptionId,
    fixedCharge: null,
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

function chargePart(
  { charge, metric, pricingUnit }: PricedCharge,
  { filter, groupedBy }: { filter: ChargeFilter | null; groupedBy: Group },
  { pricingUnit: money }: FeeMoney,
): ChargeFeePart {
  return {
    chargeId: charge.id,
    billableMetricId: metric.id,
    filter:
      filter === null
        ? null
        : { id: filter.id, displayName: filterDisplayName(filter), values: filter.values },
    groupedBy,
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
