import { isDeepStrictEqual } from 'node:util';
import { Big } from '../../core/money/decimal.js';
import { fromCents } from '../../core/money/money.js';
import { type RatedUsage, rateUsage } from '../../core/rating/charge-models.js';
import { fromPricingCents, toMoney } from '../../core/rating/pricing.js';
import { usageOf } from '../../core/usage.js';
import { amountsByHand } from '../../modules/invoices/composing/fee-by-hand.js';
import type { PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import type { AdjustedFee } from '../../modules/invoices/records/fees/adjusted-fee.table.js';
import type { ChargeFilter } from '../../modules/plans/charges/filters/charge-filter.table.js';
import { type PricedCharge, priceOf, pricingOf } from '../../modules/usage/metering/priced-charge.js';
import type { RatedCharge, UsageBucket } from '../../modules/usage/rating/rated-charge.js';

/** A bucket of a charge as it is billed. */
export interface BilledBucket extends UsageBucket {
  /** The adjustment by hand that its units and amounts have. */
  readonly adjusted?: AdjustedFee;
}

/** A charge with its buckets as they are billed. */
export interface BilledCharge extends PricedCharge {
  readonly buckets: readonly BilledBucket[];
}

/** The fee of the plan, as adjusted by hand: its price is that of one unit. */
export function adjustedPlanFee(
  fee: PlannedFee,
  adjustments: readonly AdjustedFee[],
  currency: string,
): PlannedFee {
  const adjusted = adjustments.find(({ feeType }) => feeType === 'subscription');
  return adjusted === undefined
    ? fee
    : adjustedFee(
        fee,
        { ...adjusted, unitAmountCents: adjusted.unitAmountCents ?? String(fee.amountCents) },
        currency,
      );
}

/** The adjustment of the fee of a fixed charge; undefined without one. */
export function adjustmentOfFixedCharge(
  adjustments: readonly AdjustedFee[],
  { id, parentId }: { readonly id: string; readonly parentId: string | null },
): AdjustedFee | undefined {
  return adjustments.find(({ fixedChargeId }) => fixedChargeId === (parentId ?? id));
}

/**
 * A fee with the name and the price of an adjustment by hand. Units without a price are those of the fee already, which its
 * charge model has priced.
 */
export function adjustedFee(
  fee: PlannedFee,
  { id, units, unitAmountCents, invoiceDisplayName }: AdjustedFee,
  currency: string,
): PlannedFee {
  const isPriced = units !== null && unitAmountCents !== null;
  return {
    ...fee,
    item: { ...fee.item, displayName: invoiceDisplayName ?? fee.item.displayName },
    ...(isPriced
      ? amountsByHand(new Big(units), fromCents(new Big(unitAmountCents), currency), currency)
      : {}),
    adjustedFeeId: id,
  };
}

/**
 * A rated charge with the units and prices that were set by hand, and with a bucket for each adjustment without usage. The
 * true-up to its spending minimum is computed from them.
 */
export function adjustedCharge(
  rated: RatedCharge,
  adjustments: readonly AdjustedFee[],
  currency: string,
): BilledCharge {
  const { id, parentId } = rated.charge;
  const own = adjustments.filter(({ chargeId }) => chargeId === (parentId ?? id));
  if (own.length === 0) return rated;
  const adjust = (bucket: UsageBucket, adjusted: AdjustedFee): BilledBucket => ({
    ...bucket,
    rated: adjustedUsage(rated, bucket, adjusted, currency),
    adjusted,
  });
  const buckets = rated.buckets.map((bucket) => {
    const adjusted = own.find((each) => isOfBucket(each, bucket));
    return adjusted === undefined ? bucket : adjust(bucket, adjusted);
  });
  const added = own
    .filter((each) => !rated.buckets.some((bucket) => isOfBucket(each, bucket)))
    .flatMap((adjusted) => {
      const empty = emptyBucket(rated, adjusted, currency);
      return empty === null ? [] : [adjust(empty, adjusted)];
    });
  // The order of fees: each filter in turn, then the default bucket.
  const all = Map.groupBy([...buckets, ...added], ({ filter }) => filter?.id ?? null);
  const order = [...rated.filters.map((filter) => filter.id), null];
  return { ...rated, buckets: order.flatMap((filterId) => all.get(filterId) ?? []) };
}

function isOfBucket(
  { filterValues, groupedBy }: AdjustedFee,
  bucket: Pick<UsageBucket, 'filter' | 'groupedBy'>,
): boolean {
  return isOfFilter(filterValues, bucket.filter) && isDeepStrictEqual(groupedBy, { ...bucket.groupedBy });
}

/** Filters are compared by their values, which identify them in a charge and its copies. */
function isOfFilter(values: AdjustedFee['filterValues'], filter: ChargeFilter | null): boolean {
  return isDeepStrictEqual(values, filter?.values ?? null);
}

/** A bucket without usage; null if the charge no longer has the filter. */
function emptyBucket(
  priced: PricedCharge,
  { filterValues, groupedBy }: AdjustedFee,
  currency: string,
): UsageBucket | null {
  const filter = priced.filters.find(({ values }) => isDeepStrictEqual(values, filterValues)) ?? null;
  if (filter === null && filterValues !== null) return null;
  const rated = rateUsage(priceOf(priced, filter), usageOf(new Big(0)), pricingOf(priced, currency));
  return { filter, groupedBy, rated, presentation: [] };
}

/** Units alone are priced by the charge model, and not prorated again. */
function adjustedUsage(
  priced: PricedCharge,
  { filter, rated }: UsageBucket,
  { units: sentUnits, unitAmountCents }: AdjustedFee,
  currency: string,
): RatedUsage {
  if (sentUnits === null) return rated;
  const units = new Big(sentUnits);
  const pricing = pricingOf(priced, currency);
  const { eventsCount } = rated;
  if (unitAmountCents === null)
    return { ...rateUsage(priceOf(priced, filter), usageOf(units), pricing), eventsCount };
  const unitAmount = fromPricingCents(new Big(unitAmountCents), pricing);
  const money = toMoney({ amount: units.times(unitAmount), unitAmount }, pricing);
  return { ...money, units, totalAggregatedUnits: units, eventsCount, amountDetails: {} };
}
