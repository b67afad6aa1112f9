import { Big, ZERO } from '../../core/money/decimal.js';
import {
  breakDownCharge,
  type ChargeUsage,
  type ShownBucket,
  usageLine,
} from '../usage/current-usage/charge-usage.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { Fee } from '../invoices/records/fees/fee.table.js';
import type { Charge } from '../plans/charges/charge.table.js';

/** The billed usage of one charge, computed from its fees. Source: current-usage.md §2. */
export function billedChargeUsage(
  charge: Charge,
  metric: BillableMetric,
  fees: readonly Fee[],
): Omit<ChargeUsage, 'amountCurrency'> {
  const filters = new Map(fees.map((fee) => [fee.chargeFilterId, filterOf(fee)]));
  const details = fees.find((fee) => fee.pricingUnitDetails !== null)?.pricingUnitDetails;
  const pricingUnit = details && { shortName: details.shortName, conversionRate: details.conversionRate };
  const buckets = fees.map((fee) => bucketOf(fee, filters.get(fee.chargeFilterId) ?? null));
  return { charge, metric, ...breakDownCharge(buckets, (parts) => usageLine(parts, pricingUnit ?? null)) };
}

/** The filter as recorded on its fee. All fees of a filter must share one such object, by which they are summed. */
function filterOf({ chargeFilterId, filterDisplayName, filterValues }: Fee): ShownBucket['filter'] {
  if (chargeFilterId === null) return null;
  return { invoiceDisplayName: filterDisplayName, values: filterValues ?? {} };
}

function bucketOf(fee: Fee, filter: ShownBucket['filter']): ShownBucket {
  // The single unit of a true-up fee is not usage.
  const isUsed = fee.trueUpParentFeeId === null;
  const { pricingUnitDetails } = fee;
  return {
    filter,
    groupedBy: fee.groupedBy,
    presentation: (fee.presentationBreakdowns ?? []).map(({ presentationBy, units }) => ({
      presentationBy,
      units: new Big(units),
    })),
    rated: {
      units: isUsed ? new Big(fee.units) : ZERO,
      totalAggregatedUnits: isUsed ? new Big(fee.totalAggregatedUnits ?? fee.units) : ZERO,
      eventsCount: fee.eventsCount ?? 0n,
      amountCents: fee.amountCents,
      pricingUnit: pricingUnitDetails && { amountCents: BigInt(pricingUnitDetails.amountCents) },
    },
  };
}
