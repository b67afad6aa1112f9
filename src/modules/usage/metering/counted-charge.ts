import { roundUnits } from '../../../core/metering/aggregation.js';
import { bucketsOf } from '../../../core/metering/buckets.js';
import {
  type Counter,
  EMPTY_COUNTER,
  isCounted,
  mergeCounters,
  usageOfCounters,
} from '../../../core/metering/counter.js';
import { groupEvents, matchesGroup } from '../../../core/metering/groups.js';
import type { EventProperties } from '../../../core/metering/usage-event.js';
import { Big, ZERO } from '../../../core/money/decimal.js';
import { dependsOnSingleEvents } from '../../../core/rating/charge-models.js';
import { stateWithoutRemovals } from '../../../core/rating/in-advance/in-advance-units.js';
import type { ChargedMetric } from '../../../core/rating/rate-charge.js';
import type { PresentationUnits } from '../../../core/usage-reading/breakdown.js';
import { type Usage, usageOf } from '../../../core/usage.js';
import {
  groupKeysOf,
  type InAdvanceLevel,
  inAdvanceMetric,
  type MeteredBucket,
  type MeteringRequest,
  type MeteringTerms,
  presentationKeysOf,
} from './metered-charge.js';
import { chargedMetric, priceOf, type PricedCharge } from './priced-charge.js';
import type { CountedItem, CountedUsage } from './usage.repository.js';

/**
 * True if counters may contain all that the prices of a charge depend on. They do not if a price depends on single events,
 * on days, or on the items of a unique count that were present before, or if usage is split by a property that is not a
 * dimension of the metric.
 */
export function mayUseCounters(priced: PricedCharge, { purpose, selection }: MeteringTerms): boolean {
  const { charge, metric, filters } = priced;
  const parts = [...filters, null];
  const isLevel = charge.payInAdvance && purpose === 'shown';
  const needsDays = charge.prorated && (isLevel || !charge.payInAdvance);
  const needsHeldItems = isLevel && metric.recurring && metric.aggregationType === 'unique_count_agg';
  const needsEvents =
    !countsOnes(metric) && parts.some((filter) => dependsOnSingleEvents(priceOf(priced, filter)));
  const keys = [
    ...filters.flatMap(({ values }) => Object.keys(values)),
    ...parts.flatMap((filter) => [
      ...groupKeysOf(priced, filter, selection),
      ...presentationKeysOf(priced, filter, selection),
    ]),
    ...Object.keys(selection.group),
  ];
  const isSplit = keys.every((key) => metric.dimensionKeys.includes(key));
  return !needsDays && !needsHeldItems && !needsEvents && isSplit;
}

/** True if the value of every event, or item, is 1. */
function countsOnes({ aggregationType }: Pick<ChargedMetric, 'aggregationType'>): boolean {
  return aggregationType === 'count_agg' || aggregationType === 'unique_count_agg';
}

/** Sums of one combination of dimension values, with these values as properties, so that filters can match it. */
type CountedPart = CountedUsage & EventProperties;

/** True if a bucket of the charge may sum over several values of a dimension, since it is not grouped by all dimensions. */
export function mergesDimensions(priced: PricedCharge, { selection }: MeteringTerms): boolean {
  return [...priced.filters, null].some((filter) => {
    const keys = groupKeysOf(priced, filter, selection);
    return !priced.metric.dimensionKeys.every((key) => keys.includes(key));
  });
}

/**
 * Meters a charge from counters, with the same result as `meterEvents` has from events.
 * @returns null if a level of a charge in advance is requested and an event has lowered it: the level then depends on the
 *   order of events.
 */
export function meterCounters(
  priced: PricedCharge,
  counted: readonly CountedUsage[],
  { scope, purpose, selection }: MeteringRequest,
): MeteredBucket[] | null {
  const { charge, filters, filterValues, metric } = priced;
  const parts = counted.map((part): CountedPart => ({
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
  const isLevel = charge.payInAdvance && purpose === 'shown';
  const rounding = chargedMetric(priced);
  const rules = isLevel ? { ...rounding, roundingFunction: null } : rounding;
  const metered: MeteredBucket[] = [];
  for (const { filter, groupedBy, events: own } of buckets) {
    const usage = usageOfParts(rules, own, scope);
    const inAdvance = isLevel ? levelOf(rules, own, usage) : null;
    if (isLevel && inAdvance === null) return null;
    const keys = presentationKeysOf(priced, filter, selection);
    const presentation = keys.length === 0 ? [] : presentationOf(keys, rounding, own, scope);
    metered.push({ filter, groupedBy, usage, presentation, inAdvance });
  }
  return metered;
}

/** The presentation breakdown, with the same result as `meterByPresentation` has from events. */
function presentationOf(
  keys: readonly string[],
  metric: ChargedMetric,
  parts: readonly CountedPart[],
  scope: MeteringRequest['scope'],
): PresentationUnits[] {
  return groupEvents(parts, keys).map(({ groupedBy, events: own }) => ({
    presentationBy: groupedBy,
    units: usageOfParts(metric, own, scope).units,
  }));
}

/** How far a charge in advance has been billed; null if an event has a negative value or removes an item. */
function levelOf(
  metric: ChargedMetric,
  parts: readonly CountedUsage[],
  { units }: Usage,
): InAdvanceLevel | null {
  const { aggregationType } = inAdvanceMetric(metric);
  const { eventsCount, min, sum } = merged(parts.filter(({ isBefore }) => !isBefore));
  const isItems = aggregationType === 'unique_count_agg';
  if (min?.lt(isItems ? 1 : 0) === true) return null;
  const state = eventsCount === 0n ? null : stateWithoutRemovals(aggregationType, isItems ? units : sum);
  return { state, proratedUnits: ZERO };
}

function usageOfParts(
  metric: ChargedMetric,
  parts: readonly CountedUsage[],
  scope: MeteringRequest['scope'],
): Usage {
  if (!isCounted(metric)) return usageOfItems(metric, parts);
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
  const singleEvents = countsOnes(metric) ? ({ allOnes: true } as const) : { values: [] };
  return usageOf(rounded, { totalAggregatedUnits: total, ...facts, singleEvents });
}

/** @param parts in the order of their last events. */
function merged(parts: readonly CountedUsage[]): Counter {
  return parts.map(({ counter }) => counter).reduce(mergeCounters, EMPTY_COUNTER);
}

/**
 * Counts the items present: those whose last event, over all dimensions, adds them.
 * Source: aggregations.md §6.
 */
function usageOfItems(metric: ChargedMetric, parts: readonly CountedUsage[]): Usage {
  const [only] = parts;
  const present =
    parts.length === 1 && only !== undefined ? only.counter.eventsCount : presentIn(parts.map(itemsOf));
  const singleEvents = { allOnes: true } as const;
  return usageOf(roundUnits(new Big(present), metric), { eventsCount: present, singleEvents });
}

function presentIn(lists: readonly (readonly CountedItem[])[]): bigint {
  const last = new Map<string, CountedItem>();
  for (const item of lists.flat()) if (item[1] > (last.get(item[0])?.[1] ?? 0)) last.set(item[0], item);
  return BigInt([...last.values()].filter(([, , isPresent]) => isPresent).length);
}

function itemsOf({ items }: CountedUsage): readonly CountedItem[] {
  if (items === null) throw new Error('Counting the items of several dimensions requires reading each item.');
  return items;
}
