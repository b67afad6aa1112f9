import { ZERO, type Big } from '../../money/decimal.js';
import { proratedTo, usageOf, type Usage } from '../../usage.js';
import { rulesOf, type AmountDetails, type ChargeModel, type Price } from '../charge-models.js';
import { proratedUnits, type BilledDays } from './in-advance-proration.js';
import type { BilledUnits } from './in-advance-units.js';
import { roundToPricing, toMoney, type FeeMoney, type Pricing } from '../pricing.js';

/** An event of a charge paid in advance, with the usage that prices it. */
export interface InAdvanceEvent<M extends ChargeModel> {
  readonly price: Price<M>;
  readonly pricing: Pricing;
  readonly units: BilledUnits;
  /** Usage of the bucket up to and including the event; not rounded by the metric. */
  readonly usage: Usage;
  /** Usage of the bucket before the event; not rounded by the metric. */
  readonly usageBefore: Usage;
  /** The amount sent with the event, in currency units. */
  readonly eventAmount: Big;
  /** The days that the event pays for; null when the charge is not prorated. */
  readonly proration: BilledDays | null;
}

export interface InAdvanceFee extends FeeMoney {
  readonly units: Big;
  readonly amountDetails: AmountDetails;
}

/**
 * Rates one event paid in advance: the difference that it makes to the price of all usage up to it. The fee of an event
 * that bills no units is 0 and shows the units that the event adds. Source: charges.md §8.
 */
export function rateEvent<M extends ChargeModel>(event: InAdvanceEvent<M>): InAdvanceFee {
  const { units, pricing } = event;
  if (units.billed.eq(0)) {
    const shown = units.moved.gt(0) ? units.moved : ZERO;
    return { units: shown, amountDetails: {}, ...toMoney({ amount: ZERO, unitAmount: ZERO }, pricing) };
  }
  const { amount, amountDetails } = marginal(event);
  const due = amount.gt(0) ? amount : ZERO;
  const unitAmount = roundToPricing(due, pricing).div(units.billed);
  return { units: units.billed, amountDetails, ...toMoney({ amount: due, unitAmount }, pricing) };
}

function marginal<M extends ChargeModel>(
  event: InAdvanceEvent<M>,
): {
  amount: Big;
  amountDetails: AmountDetails;
} {
  const { price, units, usage, usageBefore, proration } = event;
  const rules = rulesOf(price);
  if (proration !== null || rules.pricesEventsAlone === true)
    return rules.rate(price.properties, alone(event));
  const unitsBefore = usage.units.minus(units.billed);
  const after = rules.rate(price.properties, usage);
  // Without units before the event nothing is deducted: the first event pays the first flat amount.
  const before = unitsBefore.eq(0)
    ? null
    : rules.rate(price.properties, { ...usageBefore, units: unitsBefore });
  return {
    amount: after.amount.minus(before?.amount ?? 0),
    amountDetails: rules.marginalDetails?.(after.amountDetails, before?.amountDetails ?? null) ?? {},
  };
}

/** The usage that the event would be if it were the only one. */
function alone<M extends ChargeModel>({ units, eventAmount, proration }: InAdvanceEvent<M>): Usage {
  return usageOf(units.billed, {
    eventsAmount: eventAmount,
    proration: proration === null ? null : proratedTo(proratedUnits(units.billed, proration)),
  });
}
