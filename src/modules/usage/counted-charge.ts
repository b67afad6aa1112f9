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
import type { CountedItem, CountedUsage } from './usage.repository.js';

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

/** Whether a charge may count events together that are counted apart: some part of it is not grouped by everything. */
export function mergesDimensions(priced: PricedCharge, { selection }: MeteringRequest): boolean {
  return [...priced.filters, null].some((filter) => {
    const keys = groupKeysOf(priced, filter, selection);
    return !priced.metric.dimensionKeys.every((key) => keys.includes(key));
  });
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

/**
 * How many items are there: those that were added by the last event that names them, whatever its dimensions.
 * Source: aggregations.md §6.
 */
function usageOfItems({ metric }: PricedCharge, parts: readonly CountedUsage[]): Usage {
  const [only] = parts;
  const present =
    parts.length === 1 && only !== undefined ? only.counter.eventsCount : presentIn(parts.map(itemsOf));
  return usageOf(roundUnits(new Big(present), metric), { eventsCount: present });
}

function presentIn(lists: readonly (readonly CountedItem[])[]): bigint {
  const last = new Map<string, CountedItem>();
  for (const item of lists.flat()) if (item[1] > (last.get(item[0])?.[1] ?? 0)) last.set(item[0], item);
  return BigInt([...last.values()].filter(([, , isPresent]) => isPresent).length);
}

function itemsOf({ items }: CountedUsage): readonly CountedItem[] {
  if (items === null) throw new Error('Items of several dimensions can only be counted together one by one.');
  return items;
}
