import { Big, ZERO } from '../../core/decimal.js';
import type { Group } from '../../core/metering/groups.js';
import type { Fee } from '../invoices/records/fee.table.js';
import type { UsageBucket } from '../usage/rating/rated-charge.js';

/** A fee that bills something else than its events add up to, or usage that no fee bills. */
export interface BilledUsageDifference {
  /** Null: nothing was billed. */
  readonly feeId: string | null;
  readonly externalSubscriptionId: string;
  readonly chargeId: string;
  /** Null: what no filter of the charge takes. */
  readonly chargeFilterId: string | null;
  readonly groupedBy: Group;
  /** Of the event that made the fee. */
  readonly eventTransactionId: string | null;
  /** Decimal text; null: nothing was billed. */
  readonly billedUnits: string | null;
  /** Decimal text; null: there are no such events. */
  readonly recountedUnits: string | null;
}

/** Where fees of one charge and window, bucket by bucket, bill something else than what was recounted. */
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

/** @param recounted null: there are no such events. @returns none when the fee is right. */
export function differenceOf(
  fee: Fee,
  externalSubscriptionId: string,
  recounted: Big | null,
): BilledUsageDifference[] {
  if (recounted?.eq(new Big(fee.units)) === true) return [];
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

/** Equal for the same filter and group; stored groups come back in another order of keys. */
function bucketKey(filterId: string | null, groupedBy: Group): string {
  return JSON.stringify([
    filterId,
    Object.entries(groupedBy).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}
