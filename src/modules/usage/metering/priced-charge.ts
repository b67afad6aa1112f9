import type { FilterValues } from '../../../core/metering/filters.js';
import { Big } from '../../../core/money/decimal.js';
import type { ChargeProperties, Price } from '../../../core/rating/charge-models.js';
import { withTargetWallet } from '../../../core/wallets/target-wallet.js';
import type { Pricing } from '../../../core/rating/pricing.js';
import type { ChargedMetric } from '../../../core/rating/rate-charge.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { ChargeFilter } from '../../plans/charges/filters/charge-filter.table.js';
import type { Charge } from '../../plans/charges/charge.table.js';
import type { PricingUnit } from '../../pricing-units/pricing-unit.table.js';

/** A charge with all that the units and the price of its usage depend on. */
export interface PricedCharge {
  readonly charge: Charge;
  readonly metric: BillableMetric;
  /** In the order in which fees are created. */
  readonly filters: readonly ChargeFilter[];
  /** The metric's allowed values by filter key. */
  readonly filterValues: FilterValues;
  /** Null if prices are in the plan's currency. */
  readonly pricingUnit: PricingUnit | null;
}

/** The charge with a metric that carries nothing into a window: only events of the window count. Source: periods.md §11. */
export function withoutCarriedUnits(priced: PricedCharge): PricedCharge {
  return priced.metric.recurring ? { ...priced, metric: { ...priced.metric, recurring: false } } : priced;
}

/** The charges without those whose usage is on an invoice as soon as it arises. Source: progressive-billing.md §2. */
export function uninvoicedCharges<Charged extends Pick<PricedCharge, 'charge'>>(
  charges: readonly Charged[],
): Charged[] {
  return charges.filter(({ charge }) => !(charge.payInAdvance && charge.invoiceable));
}

/** Converts the metric to the form that `core` uses. */
export function chargedMetric({ metric, filterValues }: PricedCharge): ChargedMetric {
  const { aggregationType, fieldName, recurring, roundingFunction, roundingPrecision } = metric;
  return { aggregationType, fieldName, recurring, roundingFunction, roundingPrecision, filterValues };
}

/** The properties of a filter, or (null) of the default bucket. */
export function propertiesOf({ charge }: PricedCharge, filter: ChargeFilter | null): ChargeProperties {
  return filter?.properties ?? charge.properties;
}

/** The event properties that split the usage of a filter, or (null) of the default bucket, into groups with a price each. */
export function pricingKeysOf(priced: PricedCharge, filter: ChargeFilter | null): readonly string[] {
  const { pricingGroupKeys = [] } = propertiesOf(priced, filter);
  return withTargetWallet(pricingGroupKeys, priced.charge.acceptsTargetWallet === true);
}

export function priceOf(priced: PricedCharge, filter: ChargeFilter | null): Price {
  return { model: priced.charge.chargeModel, properties: propertiesOf(priced, filter) };
}

/** @param currency of the plan. */
export function pricingOf({ charge: { conversionRate } }: PricedCharge, currency: string): Pricing {
  return { currency, conversionRate: conversionRate === null ? null : new Big(conversionRate) };
}
