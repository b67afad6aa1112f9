import type { Big } from '../money/decimal.js';
import { usageOf, type Proration, type Usage } from '../usage.js';
import {
  aggregate,
  eventsInScope,
  roundUnits,
  type AggregationType,
  type MetricRules,
  type UnitsRounding,
} from './aggregation.js';
import { groupEvents, type Group } from './groups.js';
import { prorateSum, prorateUniqueCount, type ProrationScope } from './proration.js';
import type { MetricField, UsageEvent } from './usage-event.js';

/** The window to meter, and how the charge counts days. */
export interface MeteringScope extends ProrationScope {
  /** True if units are weighted by the days on which they were present. */
  readonly isProrated: boolean;
}

/**
 * Computes the usage of one bucket of a charge from its raw events.
 * @param events from any time, in order.
 * Source: aggregations.md §4–10.
 */
export function meterUsage(
  metric: MetricRules & UnitsRounding,
  events: readonly UsageEvent[],
  scope: MeteringScope,
): Usage {
  const { units, totalAggregatedUnits, values, eventsAmount } = aggregate(metric, events, scope);
  const rounded = roundUnits(units, metric);
  return usageOf(rounded, {
    totalAggregatedUnits: metric.aggregationType === 'weighted_sum_agg' ? totalAggregatedUnits : rounded,
    eventsCount: BigInt(values.length),
    eventsAmount,
    proration: prorate(metric, events, scope),
    singleEvents: { values },
  });
}

/**
 * Computes the quantity of a recurring metric at the end of a closed window: charges in advance bill it in full for the
 * coming period. Source: charges.md §8.
 */
export function meterRecurringQuantity(
  metric: MetricRules & UnitsRounding,
  events: readonly UsageEvent[],
  closed: ProrationScope,
): Usage {
  return meterUsage(metric, events, { ...closed, isProrated: false });
}

/** Units per combination of the presentation keys' values, which do not affect the price. Source: aggregations.md §12. */
export function meterByPresentation(
  keys: readonly string[],
  metric: MetricRules & UnitsRounding,
  events: readonly UsageEvent[],
  scope: MeteringScope,
): { readonly presentationBy: Group; readonly units: Big }[] {
  return groupEvents(events, keys).map(({ groupedBy, events: own }) => ({
    presentationBy: groupedBy,
    units: meterUsage(metric, own, scope).units,
  }));
}

type Prorate = (events: readonly UsageEvent[], metric: MetricField, scope: ProrationScope) => Proration;

/** Aggregations of quantities that last, the only ones that can be prorated. Source: charges.md §1. */
const PRORATIONS: Partial<Record<AggregationType, Prorate>> = {
  sum_agg: prorateSum,
  unique_count_agg: prorateUniqueCount,
};

function prorate(
  metric: MetricRules & UnitsRounding,
  events: readonly UsageEvent[],
  scope: MeteringScope,
): Proration | null {
  const prorated = scope.isProrated
    ? PRORATIONS[metric.aggregationType]?.(eventsInScope(metric, events, scope), metric, scope)
    : undefined;
  return prorated === undefined ? null : { ...prorated, units: roundUnits(prorated.units, metric) };
}
