import { roundUnits } from '../../core/metering/aggregation.js';
import { bucketsOf } from '../../core/metering/buckets.js';
import {
  type Counter,
  EMPTY_COUNTER,
  isCounted,
  mergeCounters,
  usageOfCounters,
} from '../../core/metering/counter.js';
import { matchesGroup } from '../../core/metering/groups.js';
import { Big } from '../../core/decimal.js';
import { looksAtSingleEvents } from '../../core/rating/charge-models.js';
import { type Usage, usageOf } from '../../core/usage.js';
import {
  groupKeysOf,
  type MeteredBucket,
  type MeteringRequest,
  presentationKeysOf,
} from './metered-charge.js';
import { chargedMetric, priceOf, type PricedCharge } from './priced-charge.js';
import type { CountedUsage } from './usage.repository.js';

/**
 * Whether counters tell all that the prices of a charge depend on: no single events, no days, and nothing that splits
 * its usage by a property that is no dimension.
 */
export function isToldByCounters(priced: PricedCharge, { purpose, selection }: MeteringRequest): boolean {
  const { charge, metric, filters } = priced;
  const parts = [...filters, null];
  const looksAtMovements = charge.payInAdvance ? purpose === 'shown' : charge.prorated;
  const looksAtEvents = parts.some(
    (filter) =>
      looksAtSingleEvents(priceOf(priced, filter)) ||
      presentationKeysOf(priced, filter, selection).length > 0,
  );
  const keys = [
    ...filters.flatMap(({ values }) => Object.keys(values)),
    ...parts.flatMap((filter) => groupKeysOf(priced, filter, selection)),
    ...Object.keys(selection.group),
  ];
  return !looksAtMovements && !looksAtEvents && keys.every((key) => metric.dimensionKeys.includes(key));
}

/** Meters a charge from counters, as `meterEvents` does from the events behind them. */
export function meterCounters(
  priced: PricedCharge,
  counted: readonly CountedUsage[],
  request: MeteringRequest,
): MeteredBucket[] {
  const { filters, filterValues, metric } = priced;
  const { selection } = request;
  const parts = counted.map((part) => ({
    ...part,
    properties: Object.fromEntries(metric.dimensionKeys.map((key, index) => [key, part.dimensions[index]])),
  }));
  const buckets = bucketsOf(
    {
      filters,
      declaredValues: filterValues,
      groupKeysOf: (filter) => groupKeysOf(priced, filter, selection),
    },
    parts.filter(({ properties }) => matchesGroup(selection.group, properties)),
  );
  return buckets.map(({ filter, groupedBy, events }) => ({
    filter,
    groupedBy,
    usage: usageOfParts(priced, events, request),
    presentation: [],
    inAdvance: null,
  }));
}

function usageOfParts(
  priced: PricedCharge,
  parts: readonly CountedUsage[],
  { scope }: MeteringRequest,
): Usage {
  const metric = chargedMetric(priced);
  if (!isCounted(metric)) return usageOfItems(priced, parts);
  const { units, totalAggregatedUnits, ...facts } = usageOfCounters(
    metric,
    {
      before: merged(parts.filter(({ isBefore }) => isBefore)),
      within: merged(parts.filter(({ isBefore }) => !isBefore)),
    },
    scope,
  );
  const rounded = roundUnits(units, metric);
  const total = metric.aggregationType === 'weighted_sum_agg' ? totalAggregatedUnits : rounded;
  return usageOf(rounded, { totalAggregatedUnits: total, ...facts });
}

/** Parts are in the order of their last events. */
function merged(parts: readonly CountedUsage[]): Counter {
  return parts.map(({ counter }) => counter).reduce(mergeCounters, EMPTY_COUNTER);
}

/** How many items are there: those that were added by the last event that names them. Source: aggregations.md §6. */
function usageOfItems({ metric }: PricedCharge, parts: readonly CountedUsage[]): Usage {
  const isPresent = new Map(
    parts.map(({ dimensions, counter }) => [dimensions.at(-1), counter.latest?.value.eq(1)]),
  );
  const present = [...isPresent.values()].filter((is) => is === true).length;
  return usageOf(roundUnits(new Big(present), metric), { eventsCount: BigInt(present) });
}
