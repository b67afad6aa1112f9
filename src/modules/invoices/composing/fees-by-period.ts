import { contains } from '../../../core/time/period.js';
import type { BillingPeriod } from '../records/invoice.table.js';

type Windows = Pick<BillingPeriod, 'subscriptionId' | 'chargesFrom' | 'chargesTo'>;

/** What tells which period a fee belongs to. */
export interface PlacedFee {
  readonly subscriptionId: string | null;
  readonly isUsage: boolean;
  readonly from: Date | null;
}

/**
 * The fees of each period of an invoice, in the order of the periods. A closing invoice may have two of one subscription:
 * only fees for usage on the day of the end belong to the second one. Source: periods.md §11.
 * @param placeOf fees of no period's subscription are omitted.
 */
export function feesByPeriod<Fee>(
  periods: readonly Windows[],
  fees: readonly Fee[],
  placeOf: (fee: Fee) => PlacedFee,
): Fee[][] {
  const placed = fees.map((fee) => {
    const { subscriptionId, isUsage, from } = placeOf(fee);
    const own = periods.filter((period) => period.subscriptionId === subscriptionId);
    const day = isUsage ? own.slice(1).find((period) => holds(period, from)) : undefined;
    return { fee, period: day ?? own[0] };
  });
  return periods.map((period) => placed.filter((each) => each.period === period).map(({ fee }) => fee));
}

/** True if a charges window holds an instant. */
export function holds({ chargesFrom: from, chargesTo: to }: Windows, at: Date | null): boolean {
  return from !== null && to !== null && at !== null && contains({ from, to }, at);
}

/** The first period of each subscription on an invoice, which the day of its end may follow. Source: periods.md §11. */
export function firstOfSubscriptions<Row extends Pick<Windows, 'subscriptionId'>>(
  periods: readonly Row[],
): Row[] {
  const known = new Set<string>();
  return periods.filter(({ subscriptionId: id }) => !known.has(id) && known.add(id));
}
