import { bucketsOf, type Bucket } from '../metering/buckets.js';
import type { ChargeFilter, FilterValues } from '../metering/filters.js';
import { eventsInScope, type MetricRules, type UnitsRounding } from '../metering/aggregation.js';
import { meter, type MeteringScope } from '../metering/meter.js';
import type { UsageEvent } from '../metering/usage-event.js';
import {
  rateUsage,
  type ChargeModel,
  type ChargePropertiesByModel,
  type RatedUsage,
} from './charge-models.js';
import type { GroupKeys } from './group-keys.js';
import type { Pricing } from './pricing.js';

/** A part of a charge with properties of its own. */
export interface PricedFilter<M extends ChargeModel> extends ChargeFilter {
  readonly properties: ChargePropertiesByModel[M] & GroupKeys;
}

export interface ChargeTerms<M extends ChargeModel, Filter extends PricedFilter<M>> {
  readonly model: M;
  /** Of the default bucket. */
  readonly properties: ChargePropertiesByModel[M] & GroupKeys;
  readonly filters: readonly Filter[];
  readonly pricing: Pricing;
}

export interface ChargedMetric extends MetricRules, UnitsRounding {
  /** The values of its filters, by key. */
  readonly filterValues: FilterValues;
}

/** A bucket of a charge, rated. */
export interface RatedBucket<Filter, Rated = RatedUsage> extends Pick<
  Bucket<Filter>,
  'filter' | 'groupedBy'
> {
  readonly rated: Rated;
}

/**
 * Rates a charge from raw events: the oracle for whatever keeps counters. One result per bucket, in the order of
 * fees.
 * @param events of any time, in order.
 * Source: charges.md §5–6.
 */
export function rateCharge<M extends ChargeModel, Filter extends PricedFilter<M>>(
  charge: ChargeTerms<M, Filter>,
  metric: ChargedMetric,
  events: readonly UsageEvent[],
  scope: MeteringScope,
): RatedBucket<Filter>[] {
  const { model, filters, pricing } = charge;
  const propertiesOf = (filter: Filter | null) => filter?.properties ?? charge.properties;
  const buckets = bucketsOf(
    {
      filters,
      declaredValues: metric.filterValues,
      groupKeysOf: (filter) => propertiesOf(filter).pricingGroupKeys ?? [],
    },
    // A group that only was before the window makes no fee in it.
    eventsInScope(metric, events, scope),
  );
  return buckets.map(({ filter, groupedBy, events: own }) => ({
    filter,
    groupedBy,
    rated: rateUsage({ model, properties: propertiesOf(filter) }, meter(metric, own, scope), pricing),
  }));
}
