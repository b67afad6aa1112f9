import { bucketsOf, type Bucket } from '../metering/buckets.js';
import type { ChargeFilter, FilterValues } from '../metering/filters.js';
import { eventsInScope, type MetricRules, type UnitsRounding } from '../metering/aggregation.js';
import { meterUsage, type MeteringScope } from '../metering/meter-usage.js';
import type { UsageEvent } from '../metering/usage-event.js';
import {
  rateUsage,
  type ChargeModel,
  type ChargePropertiesByModel,
  type RatedUsage,
} from './charge-models.js';
import type { GroupKeys } from './group-keys.js';
import type { Pricing } from './pricing.js';

/** A charge filter with its own price. */
export interface PricedFilter<M extends ChargeModel> extends ChargeFilter {
  readonly properties: ChargePropertiesByModel[M] & GroupKeys;
}

export interface ChargeTerms<M extends ChargeModel, Filter extends PricedFilter<M>> {
  readonly model: M;
  /** The properties of the default bucket. */
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
 * Rates a charge from raw events. This is the oracle that rating from counters is checked against.
 * @param events from any time, in order.
 * @returns one result per bucket, in the order of their fees.
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
    // A group without events in scope has no fee.
    eventsInScope(metric, events, scope),
  );
  return buckets.map(({ filter, groupedBy, events: own }) => ({
    filter,
    groupedBy,
    rated: rateUsage({ model, properties: propertiesOf(filter) }, meterUsage(metric, own, scope), pricing),
  }));
}
