import { Big, ZERO } from '../../core/money/decimal.js';
import type { Group } from '../../core/metering/groups.js';
import type { Fee } from '../invoices/records/fees/fee.table.js';
import type { UsageBucket } from '../usage/rating/rated-charge.js';

/** A fee whose units differ from its events, or usage that no fee bills. */
export interface BilledUsageDifference {
  /** Null if no fee bills the usage. */
  readonly feeId: string | null;
  readonly externalSubscriptionId: string;
  readonly chargeId: string;
  /** Null for usage that no filter matches. */
  readonly chargeFilterId: string | null;
  readonly groupedBy: Group;
  /** The transaction id of the event of the fee. */
  readonly eventTransactionId: string | null;
  /** Decimal text; null if no fee bills the usage. */
  readonly billedUnits: string | null;
  /** Decimal text; null without such events. */
  readonly recountedUnits: string | null;
}

/** Compares the fees of one charge and window with recounted usage, bucket by bucket. */
export function differencesOf(
  { chargeId, externalSubscriptionId }: Pick<BilledUsageDifference, 'chargeId' | 'externalSubscriptionId'>,
  fees: readonly Fee[],
  buckets: readonly Pick<UsageBucket, 'filter' | 'groupedBy' | 'rated'>[],
): BilledUsageDifference[] {
  const recounted = new Map(
    buckets.map(({ filter, groupedBy, rated }) => [bucketKey(filter?.id ?? null, groupedBy), rated.units]),
  );
  const ofFees = fees.flatMap((fee) =>
    differenceOf(
      fee,
      externalSubscriptionId,
      recounted.get(bucketKey(fee.chargeFilterId, fee.groupedBy)) ?? null,
    ),
  );
  const billed = new Set(fees.map((fee) => bucketKey(fee.chargeFilterId, fee.groupedBy)));
  const unbilled = buckets
    .filter(({ filter, groupedBy }) => !billed.has(bucketKey(filter?.id ?? null, groupedBy)))
    .filter(({ rated }) => !rated.units.eq(ZERO))
    .map(({ filter, groupedBy, rated }) => ({
      feeId: null,
      externalSubscriptionId,
      chargeId,
      chargeFilterId: filter?.id ?? null,
      groupedBy,
      eventTransactionId: null,
      billedUnits: null,
      recountedUnits: rated.units.toFixed(),
    }));
  return [...ofFees, ...unbilled];
}

/** @param recounted null without such events. @returns nothing if the fee is right. */
export function differenceOf(
  fee: Fee,
  externalSubscriptionId: string,
  recounted: Big | null,
): BilledUsageDifference[] {
  // The units of an adjusted fee may have been set by hand.
  if (fee.adjustedFeeId !== null || recounted?.eq(new Big(fee.units)) === true) return [];
  return [
    {
      feeId: fee.id,
      externalSubscriptionId,
      chargeId: fee.chargeId ?? '',
      chargeFilterId: fee.chargeFilterId,
      groupedBy: fee.groupedBy,
      eventTransactionId: fee.eventTransactionId,
      billedUnits: fee.units,
      recountedUnits: recounted?.toFixed() ?? null,
    },
  ];
}

/** A key that is equal for the same filter and group; the database may return a group's keys in another order. */
function bucketKey(filterId: string | null, groupedBy: Group): string {
  return JSON.stringify([
    filterId,
    Object.entries(groupedBy).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}
