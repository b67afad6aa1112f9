import { Big, numericProperty, ZERO } from '../money/decimal.js';
import { roundUnits, type UnitsRounding } from '../metering/aggregation.js';
import type { MetricField } from '../metering/usage-event.js';
import type { Price } from '../rating/charge-models.js';
import { transactionAmount } from '../rating/models/percentage-tally.js';
import { roundToPricing, toMoney, type FeeMoney, type Pricing } from '../rating/pricing.js';

/** The charge models under which one event can be priced without knowing any other. */
export type InstantModel = 'standard' | 'percentage';

export type InstantPrice = { readonly [M in InstantModel]: Price<M> }[InstantModel];

export interface InstantEstimate extends FeeMoney {
  readonly units: Big;
}

/**
 * Estimates the price of one event on its own: free units and earlier events are ignored.
 * Source: current-usage.md §4.
 */
export function estimateInstantly(
  price: InstantPrice,
  metric: MetricField & UnitsRounding,
  properties: Readonly<Record<string, unknown>>,
  pricing: Pricing,
): InstantEstimate {
  const units = roundUnits(valueOf(metric, properties), metric);
  if (units.lt(0)) return { units: ZERO, ...toMoney({ amount: ZERO, unitAmount: ZERO }, pricing) };
  const amount =
    price.model === 'standard'
      ? units.times(price.properties.amount)
      : transactionAmount(price.properties, units);
  const unitAmount = units.eq(0) ? ZERO : roundToPricing(amount, pricing).div(units);
  return { units, ...toMoney({ amount, unitAmount }, pricing) };
}

/** The value of an event; 1 for a metric that only counts events. */
function valueOf({ fieldName }: MetricField, properties: Readonly<Record<string, unknown>>): Big {
  return fieldName === null ? new Big(1) : (numericProperty(properties[fieldName]) ?? ZERO);
}
